import { CREATOR_SHARE_PERCENT, PRICE } from './limits.ts'

/** What the gateway keeps of a capture: a part of it and a fixed sum. */
export interface CardFee {
  basisPoints: number
  fixedCents: number
}

/** Stripe's list price in the United States, which the sandbox takes too. */
export const CARD_FEE: CardFee = { basisPoints: 290, fixedCents: 30 }

export function cardFeeCents(amount: number, fee: CardFee): number {
  return amount === 0 ? 0 : Math.round((amount * fee.basisPoints) / 10_000) + fee.fixedCents
}

/**
 * The lowest price at which the platform's share covers the card fee and what a run costs; undefined
 * where even the highest price does not.
 */
export function lowestPriceCents(costCents: number, fee: CardFee): number | undefined {
  const kept = (100 - CREATOR_SHARE_PERCENT) * 100 - fee.basisPoints
  const lowest = Math.ceil(((fee.fixedCents + costCents) * 10_000) / kept)
  return lowest <= PRICE.maxCents ? lowest : undefined
}
