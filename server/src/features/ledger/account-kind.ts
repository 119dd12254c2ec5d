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
