import type { FastifyReply, FastifyRequest } from 'fastify'

interface CookieOptions {
  maxAgeSeconds: number
  httpOnly: boolean
  secure: boolean
  path?: string
}

/** Our own cookies need no quoting; other cookies are left as they came. */
export function readCookies(request: Pick<FastifyRequest, 'headers'>): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null)
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    // The browser sends the most specific cookie first; a later cookie of the same name must not replace it.
    if (at > 0 && !(name in cookies)) cookies[name] = pair.slice(at + 1).trim()
  }
  return cookies
}

/**
 * Over https our cookies have the `__Host-` prefix, so that other hosts of the same domain cannot
 * set them.
 */
function ownName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}

/** Reads our cookie, also without the prefix: 0.1 set visitors' cookies without the prefix, for 400 days. */
export function readOwnCookie(
  request: Pick<FastifyRequest, 'headers'>,
  name: string,
): string | undefined {
  const cookies = readCookies(request)
  return cookies[ownName(name, true)] ?? cookies[name]
}

/** Whether the browser still holds the cookie without the prefix, although the site uses https. */
export function isOutdated(
  request: Pick<FastifyRequest, 'headers'>,
  name: string,
  secure: boolean,
): boolean {
  return secure && readCookies(request)[name] !== undefined
}

export function setOwnCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  options: CookieOptions,
): void {
  setCookie(reply, ownName(name, options.secure), value, options)
  if (isOutdated(reply.request, name, options.secure)) clearCookie(reply, name, options)
}

export function clearOwnCookie(
  reply: FastifyReply,
  name: string,
  options: Pick<CookieOptions, 'httpOnly' | 'secure'>,
): void {
  setOwnCookie(reply, name, '', { ...options, maxAgeSeconds: 0 })
}

/** Adds a cookie to those set on this reply; the last of two cookies with one name stays. */
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

function clearCookie(
  reply: FastifyReply,
  name: string,
  options: Pick<CookieOptions, 'httpOnly' | 'secure' | 'path'>,
): void {
  setCookie(reply, name, '', { ...options, maxAgeSeconds: 0 })
}
