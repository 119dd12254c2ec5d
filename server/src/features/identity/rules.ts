import { createHash } from 'node:crypto'
import { USERNAME_PATTERN } from '@vignette/contract/limits.ts'

export const SESSION_DAYS = 30
export const ACCESS_TOKEN_DAYS = 365
export const ANONYMOUS_DAYS = 400
export const DEVELOPMENT_ISSUER = 'development'

/** First words of our routes, roles, and names that would speak for the operator. */
const RESERVED = new Set(
  `about account accounts admin administrator anonymous api app assets auth billing config contact
  create creation creations creator creators dashboard development discover docs earnings everyone
  export favicon.ico guest guests healthcheck help home jobs legal login logout mail me media
  moderator moderators new null official operator owner payment payments payouts postmaster privacy
  profile providers remix reports robots.txt root sandbox search security settings shop signin
  signup sitemap.xml staff static status studio support system team terms token undefined upload
  uploads user users vignette visitor visitors waitlist webmaster workflow workflows www`.split(
    /\s+/,
  ),
)

export function isUsernameForm(username: string): boolean {
  return USERNAME_PATTERN.test(username)
}

/** `guest-` names are how people without a username are shown, so nobody may choose one. */
export function isReservedUsername(username: string): boolean {
  return (
    RESERVED.has(username) ||
    /^[._-]+$/.test(username) ||
    /^(guest-|anon_)/.test(username) ||
    /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(username)
  )
}

/** What others may call somebody: the username, else `guest-` and six letters of a hash. */
export function publicHandle(who: { id: string; username: string | null }): string {
  if (who.username) return who.username
  const digest = createHash('sha256').update(`handle\0${who.id}`).digest()
  const letters = Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(97 + (byte % 26)))
  return `guest-${letters.join('')}`
}
