import { createHash } from 'node:crypto'
import { USERNAME_PATTERN } from '@vignette/contract/account-limits.ts'

export const SESSION_DAYS = 30
/** A browser that is away longer is signed out before its session expires. */
export const SESSION_IDLE_DAYS = 14
export const ANONYMOUS_DAYS = 400
export const DEVELOPMENT_ISSUER = 'development'
/** The operator's own creators, who publish the sample workflows; no sign-in leads to these accounts. */
export const HOUSE_ISSUER = 'house'

/** First words of our routes, roles, and names that suggest the operator. */
const RESERVED = new Set(
  `about account accounts admin administrator anonymous api app assets auth billing config contact
  claim claims create creation creations creator creators dashboard development discover docs earnings everyone
  export favicon.ico guest guests healthcheck help home jobs legal login logout mail me media
  moderator moderators new notices null official operator owner payment payments payouts postmaster privacy
  profile providers receipt remix reports robots.txt root sandbox search security settings shop signin
  signup sitemap.xml staff static status studio support system team terms token undefined unsubscribe upload
  uploads user users vignette visitor visitors waitlist webmaster workflow workflows www`.split(
    /\s+/,
  ),
)

export function isUsernameForm(username: string): boolean {
  return USERNAME_PATTERN.test(username)
}

/** Words that suggest the operator anywhere between separators. */
const OFFICIAL = new Set(
  `admin administrator administrators admins billing helpdesk moderation moderator moderators
  official operator payments payouts postmaster root security staff support sysadmin vignette
  webmaster`.split(/\s+/),
)
/** Digits that are read as letters. */
const LOOKALIKES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** `guest-` names are shown for people without a username, so a username cannot begin so. */
export function isReservedUsername(username: string): boolean {
  const parts = username
    .replace(/[013457]/g, (digit) => LOOKALIKES[digit] ?? digit)
    .split(/[._-]/)
    .filter(Boolean)
  const joined = parts.join('')
  return (
    RESERVED.has(username) ||
    RESERVED.has(username.replace(/[._-]/g, '')) ||
    RESERVED.has(joined) ||
    parts.some((part) => OFFICIAL.has(part)) ||
    /^(vignette|admin)/.test(joined) ||
    /(vignette|support|admin)$/.test(joined) ||
    /^[._-]+$/.test(username) ||
    /^(guest|anon)([._-]|$)/.test(username) ||
    /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(username)
  )
}

/** The public name: the username, else `guest-` and six letters of a hash. */
export function publicHandle(who: { id: string; username: string | null }): string {
  if (who.username) return who.username
  const digest = createHash('sha256').update(`handle\0${who.id}`).digest()
  const letters = Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(97 + (byte % 26)))
  return `guest-${letters.join('')}`
}
