import { ANONYMOUS_ID_PATTERN } from '@vignette/contract/limits.ts'
import { randomHex, readCookie } from './browser.ts'
import { readItem, removeItem, writeItem } from './storage.ts'

const KEY = 'user_id'
let unstored: string | undefined

/** The id this browser calls itself by until it signs in; a secret, so never sent to analytics. */
export function getAnonymousId(): string {
  const known = peekAnonymousId()
  if (known) return known
  const id = unstored ?? `anon_${randomHex(24)}`
  unstored = writeItem(KEY, id) ? undefined : id
  return id
}

/** After logout a new visitor begins. */
export function forgetAnonymousId(): void {
  unstored = undefined
  removeItem(KEY)
}

/** The id only where one was already given out, so that mere looking makes nobody a visitor. */
export function peekAnonymousId(): string | undefined {
  const stored = readItem(KEY)
  return stored && ANONYMOUS_ID_PATTERN.test(stored) ? stored : (unstored ?? readVisitorId())
}

/** Browsers clear storage sooner than cookies; a new id beside the old visitor would be refused. */
function readVisitorId(): string | undefined {
  const [, visitorId, signature] = readCookie('csrf_token')?.split('.') ?? []
  return signature && visitorId
}
