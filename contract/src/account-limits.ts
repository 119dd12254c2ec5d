export const ACCESS_TOKEN_DAYS = 90
export const USERNAME_PATTERN = /^[a-z0-9._-]{1,64}$/
export const USERNAME_RULE = 'Username must be lowercase, 1–64 chars, and may include . _ -.'
/**
 * For this many months a username that its owner gave up leads to the owner and is closed to every
 * other account.
 */
export const PAST_USERNAME_MONTHS = 12
/**
 * The most past usernames of one account at a time; with this many, the account cannot change its
 * username.
 */
export const PAST_USERNAMES = 5
export const TERMS_VERSION = '2026-11-24'
