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
] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** Accounts that belong to a principal. */
export const OWNED_KINDS = [
  'creator',
  'unclaimed',
  'referrer',
] as const satisfies readonly AccountKind[]
