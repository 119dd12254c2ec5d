import { REFERRER_COOKIE } from '@vignette/contract/referral-limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import {
  clearOwnCookie,
  isOutdated,
  readOwnCookie,
  setCookie,
  setOwnCookie,
} from '../../platform/http/cookies.ts'
import { isSecure } from '../../platform/http/security-headers.ts'
import { isSignature, newSecret, readSigned, signature, signValue } from '../../platform/secrets.ts'
import { ANONYMOUS_DAYS, SESSION_DAYS } from './rules.ts'

const ANONYMOUS_COOKIE = 'vignette_visitor'
const SESSION_COOKIE = 'vignette_session'
export const CSRF_COOKIE = 'csrf_token'
export const CSRF_HEADER = 'x-csrf-token'
const DAY_SECONDS = 86_400
const RENEW_AFTER_DAYS = 7

type CookieConfig = Pick<Ctx['config'], 'secret' | 'secure'>

interface Holder {
  principalId: string
  /** The token then carries the visitor's id, for a browser that lost its stored id but not its cookies. */
  isVisitor: boolean
  now: Date
}

/**
 * The signature names the principal, so that a token from another browser is refused. A token
 * begins with its day of issue, which tells when the cookies need renewal.
 */
function newCsrfToken(config: CookieConfig, { principalId, isVisitor, now }: Holder): string {
  const nonce = `${dayOf(now)}-${newSecret().slice(0, 22)}${isVisitor ? `.${principalId}` : ''}`
  return `${nonce}.${signature(config.secret, 'csrf', `${nonce}\0${principalId}`)}`
}

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / (DAY_SECONDS * 1000))
}

/** A returning visitor's cookies are renewed, so that they never expire and outlive an old secret. */
export function isAging(config: CookieConfig, token: string, holder: Holder): boolean {
  const { now, principalId } = holder
  if (!isCsrfToken({ ...config, secret: [config.secret[0]] }, token, principalId)) return true
  const given = Number(token.split('-', 1)[0])
  return !(dayOf(now) - given < RENEW_AFTER_DAYS)
}

export function isCsrfToken(config: CookieConfig, token: string, principalId: string): boolean {
  const end = token.lastIndexOf('.')
  const [nonce, signed] = [token.slice(0, Math.max(0, end)), token.slice(end + 1)]
  if (!nonce || !signed) return false
  return isSignature(signed, config.secret, 'csrf', `${nonce}\0${principalId}`)
}

export function readAnonymousCookie(
  config: CookieConfig,
  request: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  return readSigned(config.secret, 'visitor', readOwnCookie(request, ANONYMOUS_COOKIE))
}

export function readSessionCookie(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return readOwnCookie(request, SESSION_COOKIE)
}

/** Whether this browser holds the session or visitor cookie under an outdated name. */
export function isOfOldName(
  config: CookieConfig,
  request: FastifyRequest,
  whose: 'session' | 'visitor',
): boolean {
  const name = whose === 'session' ? SESSION_COOKIE : ANONYMOUS_COOKIE
  return isOutdated(request, name, isSecure(config, request))
}

export function setVisitorCookies(
  reply: FastifyReply,
  config: CookieConfig,
  visitor: { principalId: string; anonymousId: string; now: Date },
): void {
  const maxAgeSeconds = ANONYMOUS_DAYS * DAY_SECONDS
  const value = signValue(config.secret, 'visitor', visitor.anonymousId)
  const secure = isSecure(config, reply.request)
  setOwnCookie(reply, ANONYMOUS_COOKIE, value, { maxAgeSeconds, httpOnly: true, secure })
  setCsrfCookie(reply, config, { ...visitor, isVisitor: true, maxAgeSeconds })
}

export function setCsrfCookie(
  reply: FastifyReply,
  config: CookieConfig,
  { maxAgeSeconds = SESSION_DAYS * DAY_SECONDS, ...holder }: Holder & { maxAgeSeconds?: number },
): void {
  const secure = isSecure(config, reply.request)
  const token = newCsrfToken(config, holder)
  setCookie(reply, CSRF_COOKIE, token, { maxAgeSeconds, httpOnly: false, secure })
}

/**
 * Signing in clears the visitor's cookie: the account owns the visitor's things now. It also marks the
 * browser as its fan's own, which outlives a sign-out: what is bought there by the own link earns nothing.
 */
export function setSessionCookies(
  reply: FastifyReply,
  config: CookieConfig,
  session: { principalId: string; token: string; now: Date },
): void {
  const maxAgeSeconds = SESSION_DAYS * DAY_SECONDS
  const secure = isSecure(config, reply.request)
  setOwnCookie(reply, SESSION_COOKIE, session.token, { maxAgeSeconds, httpOnly: true, secure })
  const mark = signFan({ config }, session.principalId)
  setOwnCookie(reply, REFERRER_COOKIE, mark, { maxAgeSeconds, httpOnly: true, secure })
  setCsrfCookie(reply, config, { ...session, isVisitor: false })
  clearVisitorCookie(reply, config)
}

export function signFan({ config }: { config: CookieConfig }, principalId: string): string {
  return signValue(config.secret, 'referrer', principalId)
}

/** The account that signed in last in this browser. */
export function readFan({ config }: { config: CookieConfig }, cookie: string | undefined) {
  return readSigned(config.secret, 'referrer', cookie)
}

export function clearVisitorCookie(reply: FastifyReply, config: CookieConfig): void {
  const secure = isSecure(config, reply.request)
  clearOwnCookie(reply, ANONYMOUS_COOKIE, { httpOnly: true, secure })
}

export function clearSessionCookies(reply: FastifyReply, config: CookieConfig): void {
  const secure = isSecure(config, reply.request)
  clearOwnCookie(reply, SESSION_COOKIE, { httpOnly: true, secure })
}
