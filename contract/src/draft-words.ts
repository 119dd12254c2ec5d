import { BODY } from './request-limits.ts'
import { MEGABYTE } from './upload-limits.ts'

/** Drafts of one owner; `keptDays` count from the last change. */
export const DRAFTS = {
  inAll: 100,
  textBytes: BODY.documentBytes,
  bytes: 20 * MEGABYTE,
  keptDays: 400,
  /** Lower limits for a visitor without an account, who may never come back. */
  visitor: {
    inAll: 10,
    bytes: 2 * MEGABYTE,
    keptDays: 30,
    /** On a public server: of one text, and of what one network adds in a day. */
    textBytes: BODY.guestDocumentBytes,
    networkBytesPerDay: 20 * MEGABYTE,
  },
} as const

/** The section of the terms that creators accept when they publish a draft. */
export const CREATOR_TERMS_VERSION = '2026-11-23'
