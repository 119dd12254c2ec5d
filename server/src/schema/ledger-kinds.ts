/** The types and the database's checks derive from these lists. */
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
  'in_transit',
  'payout_fees',
  'bad_debt',
  'tax_payable',
  'referrer',
  'own_runs',
] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** The side of the ledger on which the balance of an account stands as a rule: what is owed or earned is a credit. */
export const NORMAL_SIDE: Record<AccountKind, 'debit' | 'credit'> = {
  gateway: 'debit',
  platform: 'credit',
  creator: 'credit',
  unclaimed: 'credit',
  owed_back: 'credit',
  contested: 'debit',
  set_aside: 'credit',
  processor_fees: 'debit',
  provider_costs: 'debit',
  provider_payables: 'credit',
  in_transit: 'credit',
  payout_fees: 'debit',
  bad_debt: 'debit',
  tax_payable: 'credit',
  referrer: 'credit',
  own_runs: 'credit',
}

/** Accounts that belong to a principal. */
export const OWNED_KINDS = [
  'creator',
  'unclaimed',
  'referrer',
] as const satisfies readonly AccountKind[]

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
  'free_run',
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

/** How an entry's amount changes the state of its sale; the other kinds leave the state unchanged. */
export const EFFECT: Partial<
  Record<EntryKind, { on: 'captured' | 'refunded' | 'disputed'; sign: 1 | -1 }>
> = {
  capture: { on: 'captured', sign: 1 },
  refund: { on: 'refunded', sign: 1 },
  refund_failed: { on: 'refunded', sign: -1 },
  dispute_opened: { on: 'disputed', sign: 1 },
  dispute_raised: { on: 'disputed', sign: 1 },
  dispute_lowered: { on: 'disputed', sign: -1 },
  dispute_won: { on: 'disputed', sign: -1 },
}

/** The subjects of ledger entries. */
export const SUBJECT_TYPES = ['payment', 'payout', 'adjustment', 'job'] as const

export type SubjectType = (typeof SUBJECT_TYPES)[number]
