import { ANONYMOUS_ID_PATTERN } from '@vignette/contract/limits.ts'
import { randomHex, readCookie } from './browser.ts'
import { readItem, removeItem, writeItem } from './storage.ts'

const KEY = 'user_id'
let unstored: string | undefined

/**
 * This browser's id until sign-in, made at the first load and told to the server by the first write;
 * secret, so never sent to analytics.
 */
export function getAnonymousId(): string {
  const known = readStored() ?? readVisitorId()
  if (known) return known
  const id = unstored ?? `anon_${randomHex(24)}`
  unstored = writeItem(KEY, id) ? undefined : id
  return id
}

/** Logout starts a new visitor. */
export function forgetAnonymousId(): void {
  unstored = undefined
  removeItem(KEY)
}

/** The id only if the server knows it: one that this browser alone has says nothing about a visitor. */
export function peekAnonymousId(): string | undefined {
  const visitor = readVisitorId()
  return visitor && (readStored() ?? visitor)
}

function readStored(): string | undefined {
  const stored = readItem(KEY)
  return stored && ANONYMOUS_ID_PATTERN.test(stored) ? stored : unstored
}

/**
 * Browsers clear storage sooner than cookies; the server would refuse a new id with the old
 * visitor's cookie.
 */
export function readVisitorId(): string | undefined {
  const [, visitorId, signature] = readCookie('csrf_token')?.split('.') ?? []
  return signature ? visitorId : undefined
}
