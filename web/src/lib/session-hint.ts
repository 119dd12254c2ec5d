import { readVisitorId } from './anonymous-id.ts'
import { readCookie } from './browser.ts'
import { readItem } from './storage.ts'

/** A bearer token, or a CSRF token without a visitor's id, tells that this browser may be signed in. */
export function mayBeSignedIn(): boolean {
  if (readItem('access_token')) return true
  return readCookie('csrf_token') !== undefined && readVisitorId() === undefined
}
