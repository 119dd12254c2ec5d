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
  'payout',
  'transfer_made',
  'transfer_refused',
  'payout_returned',
  'payout_cost',
  'reversal',
  'adjustment',
  'bad_debt',
] as const

export type EntryKind = (typeof ENTRY_KINDS)[number]
