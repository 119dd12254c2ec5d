/** What Stripe's list and its contract say of the currency of this account. */
export interface Terms {
  currency: string
  decimals: number
  /** The least that a card is charged. */
  least: number
  /** Of a charge: hundredths of a percent, and a fixed sum. */
  basisPoints: number
  fixed: number
  disputeFee: number
}

export const IN_DOLLARS: Terms = {
  currency: 'usd',
  decimals: 2,
  least: 50,
  basisPoints: 290,
  fixed: 30,
  disputeFee: 1500,
}

/** As Stripe's pages and messages write a sum. */
export function formatSum({ currency, decimals }: Terms, amount: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const formatter = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits })
  return formatter.format(amount / 10 ** decimals)
}
