import { CREATOR_SHARE_PERCENT, PRICE } from './limits.ts'

/** The gateway's fee for a capture: a percentage and a fixed sum. */
export interface CardFee {
  basisPoints: number
  fixedCents: number
}

/** Stripe's list price in the United States; the sandbox charges the same. */
export const CARD_FEE: CardFee = { basisPoints: 290, fixedCents: 30 }

export function cardFeeCents(amount: number, fee: CardFee): number {
  return amount === 0 ? 0 : Math.round((amount * fee.basisPoints) / 10_000) + fee.fixedCents
}

/**
 * The lowest price at which the platform's share covers the card fee and the cost of a run;
 * undefined if even the highest price does not.
 */
export function lowestPriceCents(costCents: number, fee: CardFee): number | undefined {
  const kept = (100 - CREATOR_SHARE_PERCENT) * 100 - fee.basisPoints
  const lowest = Math.ceil(((fee.fixedCents + costCents) * 10_000) / kept)
  return lowest <= PRICE.maxCents ? lowest : undefined
}
