/** Each list is written here alone: the types and the checks in the database derive from it. */
export const ACCOUNT_KINDS = [
  'gateway',
  'platform',
  'creator',
  'unclaimed',
  'owed_back',
  'contested',
  'set_aside',
  'processor_fees',
  'provider_costs',
  'provider_payables',
] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** Accounts that belong to a principal. */
export const OWNED_KINDS = ['creator', 'unclaimed'] as const satisfies readonly AccountKind[]

export const ENTRY_KINDS = [
  'capture',
  'refund',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'dispute_reopened',
  'dispute_raised',
  'dispute_lowered',
  'processor_fee',
  'dispute_fee',
  'provider_cost',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** What an entry is about. */
export const SUBJECT_TYPES = ['payment', 'payout', 'adjustment', 'job'] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]
