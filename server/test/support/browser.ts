import { randomBytes } from 'node:crypto'
import { API_BASE } from '@vignette/contract/paths.ts'
import { environment } from '../../src/main/environment.ts'

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
  signal?: AbortSignal
}

/** An HTTP client with a browser's habits: keeps cookies and repeats the CSRF token. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly url: string
  /** Sent with each request. */
  readonly headers: Record<string, string>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.headers = headers
  }

  /** The path is relative to the API base. */
  async json<T = Record<string, unknown>>(path: string, init?: BrowserInit): Promise<Answer<T>> {
    const answer = await this.fetch(`${API_BASE}${path}`, init)
    const text = await answer.text()
    return {
      status: answer.status,
      body: (text ? JSON.parse(text) : null) as T,
      headers: answer.headers,
    }
  }

  /** `json` in one line; a form is sent as a form. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const sent = body instanceof FormData ? { form: body } : { body }
    return this.json(path, { method, headers, ...sent })
  }

  async fetch(path: string, init: BrowserInit = {}): Promise<Response> {
    const method = init.method ?? (init.body !== undefined || init.form ? 'POST' : 'GET')
    const headers: Record<string, string> = { ...this.headers, ...init.headers }
    if (this.cookies.size > 0) {
      headers['cookie'] = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    }
    const csrf = this.cookies.get('csrf_token')
    if (csrf && method !== 'GET') headers['x-csrf-token'] ??= csrf
    if (init.body !== undefined) headers['content-type'] = 'application/json'
    const answer = await fetch(path.startsWith('http') ? path : `${this.url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      ...(init.form ? { body: init.form } : {}),
      ...(init.signal ? { signal: init.signal } : {}),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, at))
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
}

/** A browser that chose an anonymous id and names it in bodies; any other is known by cookies alone. */
export class Visitor extends Browser {
  readonly anonymousId: string = `anon_${randomBytes(12).toString('hex')}`

  /** The same visitor, with the same cookies, at another process of the installation. */
  at(url: string): Visitor {
    return Object.assign(new Visitor(url), { anonymousId: this.anonymousId, cookies: this.cookies })
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
