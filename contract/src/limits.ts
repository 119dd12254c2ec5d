/**
 * Every business constant of the specification, stated once. Imports no zod, because the browser
 * loads this file.
 */

export const CREATOR_SHARE_PERCENT = 70
export const CURRENCY = 'usd'
/** price-floor.ts computes the lowest price from the card fee and the cost. */
export const PRICE = { maxCents: 100_000 } as const
export const CLEARANCE_DAYS = 7
/** Sales of a new creator clear later: until the first payout, in the first days, and with few buyers. */
export const NEW_CREATOR = { clearanceDays: 14, days: 30, buyers: 5 } as const
/** Payouts leave on Fridays; a creator may raise the minimum. */
export const PAYOUT = {
  weekday: 5,
  hourUtc: 6,
  minCents: 1_000,
  maxMinCents: 100_000,
  accountWaitHours: 48,
  /** What a creator without sales has owed back for so long is written off. */
  badDebtDays: 90,
  badDebtAboveCents: 2_500,
} as const
/**
 * For how long a creator may refund a sale, how far the creator's own refunds may bring the balance
 * below zero, and the length of the note to the buyer.
 */
export const SALE_REFUND = { days: 30, owedAtMostCents: 5_000, noteMax: 500 } as const
export const UNUSED_AUTHORIZATION_HOURS = 24

export const PAGE = { discover: 12, creations: 20, profile: 24, max: 48 } as const
/** Rows that `page` and `offset` can reach; further rows need a cursor. */
export const LIST_REACH = 10_000
export const NEW_BADGE_DAYS = 7
export const INFINITE_SCROLL_MARGIN_PX = 100
export const CARD_HEIGHTS = [280, 320, 360, 400, 240] as const

export const API_TIMEOUT_MS = 5 * 60_000
export const CREATION_TIMEOUT_MS = 15 * 60_000
export const UPLOAD_TIMEOUT_MS = 300_000
export const UPLOAD_ATTEMPTS = 3
export const UPLOAD_RETRY_DELAY_MS = 1_000

export const SESSION_IDLE_MS = 30 * 60_000
export const POLL_INTERVAL_MS = 10_000
export const POLL_ATTEMPTS = 180
export const JOB_LIMIT_MS = 30 * 60_000
export const DEFAULT_GENERATION_SECONDS = 30
export const INPUT_ANALYTICS_THROTTLE_MS = 1_000

export const TEXT_MAX = 500
export const TEXT_WARN_AT = 0.9
export const TEXTAREA_OVER = 120
export const SELECT_RADIO_MAX = 5
export const SUMMARY = { stringLength: 50, arrayItems: 3 } as const
/** The maximum age of the sign-in for calls marked `fresh`. */
export const FRESH_SIGN_IN_MINUTES = 10
export const ACCESS_TOKEN_DAYS = 90
export const USERNAME_PATTERN = /^[a-z0-9._-]{1,64}$/
export const USERNAME_RULE = 'Username must be lowercase, 1–64 chars, and may include . _ -.'
export const ANONYMOUS_ID_PATTERN = /^anon_[0-9a-f]{24}$/
/**
 * Ids other than an anonymous id. Checked before a query, because PostgreSQL answers any other text
 * with an error.
 */
export const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const MEGABYTE = 1024 * 1024
export type UploadKind = 'image' | 'video' | 'audio'
export const UPLOADS: Record<UploadKind, { maxBytes: number; types: readonly string[] }> = {
  image: {
    maxBytes: 10 * MEGABYTE,
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  },
  video: { maxBytes: 100 * MEGABYTE, types: ['video/mp4', 'video/webm', 'video/quicktime'] },
  audio: {
    maxBytes: 50 * MEGABYTE,
    types: ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/m4a', 'audio/mp4', 'audio/x-m4a'],
  },
}
export const IMAGE_UPLOADER = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  minPixels: 100,
  recommendedMaxPixels: 4096,
  recompressAt: 0.8,
  jpegQuality: 0.9,
  thumbnailPixels: 300,
} as const
/** Upper bound for a stored picture, a provider's picture and a film's frame. */
export const MAX_IMAGE_PIXELS = 50_000_000
/** An uploaded picture is shrunk to this size. */
export const STORED_IMAGE_PIXELS = 25_000_000
export const UNUSED_UPLOAD_QUOTA_BYTES = 500 * MEGABYTE
export const UNUSED_UPLOAD_HOURS = 24
export const TOMBSTONE_PURGE_HOURS = 24
export const IDEMPOTENCY_HOURS = 24
export const POPULAR_DAYS = 7
export const ANALYTICS_DAYS = 400
export const REPORT_DAYS = 730

/**
 * Limits of a body that is not an upload; a route that takes more than `bytes` declares its own
 * limit.
 */
export const BODY = {
  bytes: 16 * 1024,
  /** Twenty inputs of 500 characters, in any script, JSON-escaped. */
  inputsBytes: 64 * 1024,
  webhookBytes: 256 * 1024,
  /** A ComfyUI graph of 600 KB plus the recipe around the graph. */
  documentBytes: 640 * 1024,
  depth: 32,
  documentDepth: 40,
} as const
/** How many faults an answer lists, and the length to which each is cut. */
export const FAULTS = { told: 20, characters: 500 } as const

export const RECIPE = {
  maxSteps: 20,
  maxInputs: 20,
  maxParams: 100,
  nameMax: 120,
  descriptionMax: 2_000,
  promptMax: 4_000,
  /** Characters that references may insert into one step. */
  broughtInMax: 20_000,
  videosMax: 10,
  optionsMax: 50,
  optionMax: 200,
  ideasMax: 5,
} as const
/** Limits for one creator; for an approved creator only the document's size is limited. */
export const PUBLISHING = {
  perDay: 10,
  inAll: 100,
  documentBytes: 64 * 1024,
  /** For a document including the graphs of its ComfyUI steps. */
  graphBytes: 600 * 1024,
  creatorBytes: 20 * MEGABYTE,
  /** An account younger than this gets a limited number of recipes a day into Discover. */
  newcomerDays: 7,
  newcomerPerDay: 3,
} as const
/** What a creator says about a version, in characters. */
export const VERSION_NOTE_MAX = 140
/** An objection to an admin’s hiding, in characters. */
export const OBJECTION_MAX = 1000
/** A recipe that was taken down can come back for this long. */
export const RESTORABLE_DAYS = 30
export const LICENSES = ['personal', 'commercial', 'cc-by'] as const
export type License = (typeof LICENSES)[number]

export const VIDEO_EXTENSIONS = ['mp4', 'webm', 'mov'] as const
export const STRIPE_JS_VERSION = 'basil'
export const TEST_CARD = '4242 4242 4242 4242'
export const TERMS_VERSION = '2026-11-23'
