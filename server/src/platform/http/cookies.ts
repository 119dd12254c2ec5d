import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CookieOptions {
  maxAgeSeconds: number
  httpOnly: boolean
  secure: boolean
  path?: string
}

/** Every cookie of ours is of letters that need no quoting; others are left as they came. */
export function readCookies(request: Pick<FastifyRequest, 'headers'>): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null)
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    // The browser sends the most specific cookie first; a later namesake must not replace it.
    if (at > 0 && !(name in cookies)) cookies[name] = pair.slice(at + 1).trim()
  }
  return cookies
}

/** Adds to the cookies already set on this reply; the same name set twice keeps the last. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  options: CookieOptions,
): void {
  if (!/^[\w.~-]*$/.test(value)) throw new Error(`the value of cookie ${name} needs quoting`)
  const line = [
    `${name}=${value}`,
    `Max-Age=${options.maxAgeSeconds}`,
    `Path=${options.path ?? '/'}`,
    ...(options.httpOnly ? ['HttpOnly'] : []),
    ...(options.secure ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ')
  const before = reply.getHeader('set-cookie')
  const kept = (
    Array.isArray(before) ? before : before === undefined ? [] : [String(before)]
  ).filter((other) => !other.startsWith(`${name}=`))
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...kept, line])
}

export function clearCookie(
  reply: FastifyReply,
  name: string,
  options: Pick<CookieOptions, 'httpOnly' | 'secure' | 'path'>,
): void {
  setCookie(reply, name, '', { ...options, maxAgeSeconds: 0 })
}
