import { ACCOUNT_KINDS } from './account-kinds.ts'
import { BUYER_KINDS } from './buyer-kinds.ts'
import { CREATOR_KINDS } from './creator-kinds.ts'
import { DISPUTE_KINDS } from './dispute-kinds.ts'
import type { Kind } from './kind.ts'
import { OPERATOR_KINDS } from './operator-kinds.ts'
import { PAYOUT_KINDS } from './payout-kinds.ts'

/** Every kind of notice. A new kind is one entry in its audience's file; `tell` then takes its facts. */
export const NOTICE_KINDS = {
  ...ACCOUNT_KINDS,
  ...BUYER_KINDS,
  ...CREATOR_KINDS,
  ...DISPUTE_KINDS,
  ...OPERATOR_KINDS,
  ...PAYOUT_KINDS,
} as const

const all: Record<string, Kind> = NOTICE_KINDS
/** The notices of these kinds, and their letters, stay when their account is deleted. */
export const OUTLIVING_KINDS = Object.keys(all).filter((name) => all[name]?.outlives)
export const GATHERED_KINDS = Object.keys(all).filter((name) => all[name]?.gathered)
export const LETTER_ONLY_KINDS = Object.keys(all).filter((name) => all[name]?.letterOnly)

type NoticeKinds = typeof NOTICE_KINDS
export type NoticeKind = keyof NoticeKinds
export type FactsOf<K extends NoticeKind> = NoticeKinds[K] extends Kind<infer F> ? F : never
