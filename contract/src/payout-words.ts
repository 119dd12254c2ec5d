/** Why money that a creator has earned is not paid yet. */
export const UNPAID_REASONS = [
  'clearing',
  'new_creator',
  'dispute',
  'held',
  'sign_in',
  'account_missing',
  'account_restricted',
  'account_refused',
  'account_waits',
  'below_minimum',
  'next_run',
  'delayed',
  'owed_back',
  'in_transit',
  'bank_refused',
] as const
export type UnpaidReason = (typeof UNPAID_REASONS)[number]

const DATE_WORDS: Partial<Record<UnpaidReason, string>> = {
  clearing: 'On',
  new_creator: 'On',
  next_run: 'On',
  in_transit: 'By',
  account_restricted: 'By',
  delayed: 'By',
  account_waits: 'From',
}

/** The word before the date of a line; a date without a word of its own ends the reason. */
export const dateWordOf = (reason: UnpaidReason): string => DATE_WORDS[reason] ?? 'Until'

export const PAYOUT_STATES = [
  'scheduled',
  'sending',
  'in_transit',
  'paid',
  'failed',
  'returned',
  'cancelled',
] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

export const PAYOUT_ACCOUNT_STATES = [
  'none',
  'started',
  'restricted',
  'ready',
  'rejected',
  'closed',
] as const
export type PayoutAccountState = (typeof PAYOUT_ACCOUNT_STATES)[number]

export const PAYOUT_VENDORS = ['stripe', 'sandbox', 'manual'] as const

/** What begins a run: Friday, an operator, or an hour in which our balance covers what it did not before. */
export const PAYOUT_RUN_STARTERS = ['schedule', 'operator', 'retry'] as const

const PAYOUT_STATE_WORDS: Record<PayoutState, string> = {
  scheduled: 'Being sent',
  sending: 'Being sent',
  in_transit: 'On the way',
  paid: 'Arrived',
  failed: 'Not sent',
  returned: 'Came back',
  cancelled: 'Cancelled',
}

/** The one state of a payout in words. Money on its way with a reason is money that the bank refused. */
export function namePayout(
  { state, reason }: { state: PayoutState; reason: string | null },
  bank = 'your bank',
): string {
  return state === 'in_transit' && reason !== null
    ? `Refused by ${bank}`
    : PAYOUT_STATE_WORDS[state]
}

export const STATEMENT_KINDS = ['month', 'payout'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

/** The causes of holds: a ban, an operator's word, and the rules of the server. */
export const HOLD_CODES = [
  'banned',
  'operator',
  'young_account',
  'bank_changed',
  'fraud_warning',
  'likeness',
  'concentration',
  'dispute_rate',
  'open_disputes',
  'referral',
  'claim',
] as const
export type HoldCode = (typeof HOLD_CODES)[number]
