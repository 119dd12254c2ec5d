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

/**
 * Behind https a cookie of ours has the prefix that keeps other hosts of the same domain from
 * setting one in its place.
 */
function ownName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}

/** One of ours; without its prefix too, as 0.1 set it, whose visitors' cookies live for 400 days. */
export function readOwnCookie(
  request: Pick<FastifyRequest, 'headers'>,
  name: string,
): string | undefined {
  const cookies = readCookies(request)
  return cookies[ownName(name, true)] ?? cookies[name]
}

/** Whether the browser still holds the name without prefix, though https is there. */
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

function clearCookie(
  reply: FastifyReply,
  name: string,
  options: Pick<CookieOptions, 'httpOnly' | 'secure' | 'path'>,
): void {
  setCookie(reply, name, '', { ...options, maxAgeSeconds: 0 })
}
