import { type CardFee, moneyHere } from './currency.ts'
import { CREATOR_SHARE_PERCENT } from './limits.ts'
import { PRICE } from './money-limits.ts'

export type { CardFee }

/** The fee of this server's gateway. */
export const CARD_FEE: CardFee = {
  get basisPoints() {
    return moneyHere().cardFee.basisPoints
  },
  get fixedCents() {
    return moneyHere().cardFee.fixedCents
  },
}

export function cardFeeCents(amount: number, fee: CardFee): number {
  return amount === 0 ? 0 : Math.round((amount * fee.basisPoints) / 10_000) + fee.fixedCents
}

/** The highest value-added tax of any country that Stripe computes: Hungary's. */
export const HIGHEST_TAX_PERCENT = 27

/**
 * The lowest price at which the platform's share covers the card fee and the cost of a run;
 * undefined if even the highest price does not. `taxPercent` is the highest tax that the price may
 * include: shares are of what is left after it, and its rounding may take a cent.
 */
export function lowestPriceCents(
  costCents: number,
  fee: CardFee,
  taxPercent = 0,
): number | undefined {
  const gross = 100 + taxPercent
  const kept = (100 - CREATOR_SHARE_PERCENT) * 10_000 - fee.basisPoints * gross
  const covered = fee.fixedCents + costCents + (taxPercent > 0 ? 1 : 0)
  // Without a fixed fee and a cost nothing else keeps a price from being too small to charge.
  const lowest = Math.max(PRICE.minCents, Math.ceil((covered * 10_000 * gross) / kept))
  return lowest <= PRICE.maxCents ? lowest : undefined
}

/** By what prices are judged on one server. */
export interface PriceRules {
  fee: CardFee
  /** The highest tax that a price may include. */
  taxPercent: number
  /** Whether a price that does not cover the card fee and the cost is refused, or only warned of. */
  floor: 'refuse' | 'warn'
}

/** The lowest price that may be asked, in cents; undefined where no price covers the cost. */
export function lowestAskedCents(
  costCents: number,
  { fee, taxPercent, floor }: PriceRules,
): number | undefined {
  return floor === 'warn' ? PRICE.minCents : lowestPriceCents(costCents, fee, taxPercent)
}
