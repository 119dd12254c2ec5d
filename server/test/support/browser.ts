import { environment } from '../../src/main/environment.ts'

/** An HTTP client with a browser's habits: keeps cookies and repeats the CSRF token. */
export interface Browser {
  cookies: Map<string, string>
  fetch(path: string, init?: BrowserInit): Promise<Response>
  json<T = Record<string, unknown>>(path: string, init?: BrowserInit): Promise<Answer<T>>
}

export interface Answer<T> {
  status: number
  body: T
  headers: Headers
}

export interface BrowserInit {
  method?: string
  /** Sent as JSON. */
  body?: unknown
  form?: FormData | URLSearchParams
  headers?: Record<string, string>
}

const API = '/api/v1'

/** Paths without `/auth` or `/media` are relative to the API base. */
export function openBrowser(origin: string): Browser {
  const cookies = new Map<string, string>()

  async function go(path: string, init: BrowserInit = {}): Promise<Response> {
    const method = init.method ?? (init.body !== undefined || init.form ? 'POST' : 'GET')
    const headers: Record<string, string> = { ...init.headers }
    if (cookies.size > 0) {
      headers['cookie'] = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    }
    const csrf = cookies.get('csrf_token')
    if (csrf && method !== 'GET') headers['x-csrf-token'] ??= csrf
    if (init.body !== undefined) headers['content-type'] = 'application/json'
    const address = path.startsWith('http') ? path : `${origin}${path}`
    const answer = await fetch(address, {
      method,
      headers,
      redirect: 'manual',
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      ...(init.form ? { body: init.form } : {}),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }

  return {
    cookies,
    fetch: go,
    async json<T>(path: string, init?: BrowserInit) {
      const answer = await go(`${API}${path}`, init)
      const text = await answer.text()
      return {
        status: answer.status,
        body: (text ? JSON.parse(text) : null) as T,
        headers: answer.headers,
      }
    },
  }
}

/** Signs in through the development identity page, as a person would. */
export async function signIn(
  browser: Browser,
  email: string,
  options: { admin?: boolean; fresh?: boolean } = {},
): Promise<void> {
  const query = options.fresh ? '?fresh=true' : ''
  const started = await browser.json<{ redirect_url: string }>(`/auth/google/start${query}`)
  const page = await browser.fetch(started.body.redirect_url)
  if (page.status !== 200) throw new Error(`the identity page answered ${page.status}`)
  const form = new URLSearchParams({ email, ...(options.admin ? { admin: '1' } : {}) })
  const chosen = await browser.fetch('/auth/development', { form })
  const back = await browser.fetch(chosen.headers.get('location') ?? '')
  if (back.headers.get('location') !== '/auth/callback') {
    throw new Error(`sign-in ended at ${back.headers.get('location')}`)
  }
}

/** Rate limits too high for any test to reach. */
export const UNLIMITED_RATES = Object.fromEntries(
  Object.keys(environment.shape)
    .filter((name) => /^(?:RATE|WAITS)_/.test(name))
    .map((name) => [name, '0']),
)
