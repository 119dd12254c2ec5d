export const ACCESS_TOKEN_DAYS = 90
export const USERNAME_PATTERN = /^[a-z0-9._-]{1,64}$/
export const USERNAME_RULE = 'Username must be lowercase, 1–64 chars, and may include . _ -.'
export const TERMS_VERSION = '2026-11-23'
