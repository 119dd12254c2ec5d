/** What an access token may do, each named when it is made; a route of the contract names the one that it needs. */
export const SCOPES = [
  'workflows:read',
  'workflows:write',
  'run',
  'sales:read',
  'webhooks',
] as const
export type Scope = (typeof SCOPES)[number]
export const DEFAULT_SCOPES: readonly Scope[] = ['run', 'workflows:read']
/** How long a token may last. */
export const TOKEN_DAYS = [30, 90, 365] as const
export const DEFAULT_TOKEN_DAYS = 90
export const TOKEN_LABEL = 60
/** The most sites to which a checkout begun with one token may return. */
export const TOKEN_ORIGINS = 5
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
export const TERMS_VERSION = '2026-11-28'
