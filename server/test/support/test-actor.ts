import { randomBytes } from 'node:crypto'
import { API_BASE } from '@vignette/contract/paths.ts'

export interface Answer<T> {
  status: number
  body: T
  headers: Headers
}

/** A visitor with a browser's habits: keeps cookies and repeats the CSRF token. */
export class TestActor {
  readonly anonymousId: string
  readonly cookies: Map<string, string>
  readonly #url: string

  constructor(url: string, same?: TestActor) {
    this.#url = url
    this.anonymousId = same?.anonymousId ?? `anon_${randomBytes(12).toString('hex')}`
    this.cookies = same?.cookies ?? new Map<string, string>()
  }

  /** The same visitor at another process of the installation. */
  at(url: string): TestActor {
    return new TestActor(url, this)
  }

  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await this.fetch(method, `${API_BASE}${path}`, body, headers)
    const text = await response.text()
    return {
      status: response.status,
      body: (text ? JSON.parse(text) : undefined) as T,
      headers: response.headers,
    }
  }

  async fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const csrf = this.cookies.get('csrf_token')
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(csrf ? { 'x-csrf-token': csrf } : {}),
        ...(body === undefined || body instanceof FormData
          ? {}
          : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value) this.cookies.set(pair.slice(0, at), value)
      else this.cookies.delete(pair.slice(0, at))
    }
    return response
  }
}
