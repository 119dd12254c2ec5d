/**
 * The business constants of the specification that every first load of the web app carries; those
 * of a subject are in `account-`, `money-`, `recipe-`, `request-` and `upload-limits.ts`, each
 * stated once. None imports zod, because the browser loads these files.
 */

export const CREATOR_SHARE_PERCENT = 70

export const PAGE = { discover: 12, creations: 20, profile: 24, max: 48 } as const
export const NEW_BADGE_DAYS = 7
export const INFINITE_SCROLL_MARGIN_PX = 100
export const CARD_HEIGHTS = [280, 320, 360, 400, 240] as const

export const API_TIMEOUT_MS = 5 * 60_000
export const CREATION_TIMEOUT_MS = 15 * 60_000

export const SESSION_IDLE_MS = 30 * 60_000
export const POLL_INTERVAL_MS = 10_000
export const POLL_ATTEMPTS = 180
export const JOB_LIMIT_MS = 30 * 60_000
export const DEFAULT_GENERATION_SECONDS = 30
/** The maximum age of the sign-in for calls marked `fresh`. */
export const FRESH_SIGN_IN_MINUTES = 10
/** The maximum age of the sign-in for every other call of the operator’s people. */
export const STAFF_SIGN_IN_HOURS = 8
export const ANONYMOUS_ID_PATTERN = /^anon_[0-9a-f]{24}$/
/**
 * Ids other than an anonymous id. Checked before a query, because PostgreSQL answers any other text
 * with an error.
 */
export const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const TOMBSTONE_PURGE_HOURS = 24
export const IDEMPOTENCY_HOURS = 24
export const POPULAR_DAYS = 7
/** Words that Discover suggests where a search finds nothing. */
export const POPULAR_SEARCHES = { fromVisitors: 5, shown: 6, keptWeeks: 4 } as const
/** For Trending, a kept creation counts half as much with every half-life, and not at all after the days. */
export const TRENDING = { halfLifeHours: 48, days: 14 } as const
export const ANALYTICS_DAYS = 400
/** From the decision; what was decided stays in the audit log. */
export const REPORT_DAYS = 730
export const VIDEO_EXTENSIONS = ['mp4', 'webm', 'mov'] as const
