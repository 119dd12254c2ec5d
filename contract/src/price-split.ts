import { creatorShareCents, formatCents } from './money.ts'
import { PRICE } from './money-limits.ts'
import { type CardFee, cardFeeCents, lowestPriceCents, type PriceRules } from './price-floor.ts'

/** Who gets what of one sale, in cents; everything after `buyerPays` adds up to `buyerPays`. */
interface PriceSplit {
  buyerPays: number
  tax: number
  creatorKeeps: number
  cardFee: number
  rendering: number
  /** Below zero where the price is too low. */
  platformKeeps: number
}

/** Divides a price as a sale is booked: shares are of what is left after the tax in the price. */
export function splitPrice({
  price,
  cost,
  fee,
  taxPercent = 0,
}: {
  price: number
  cost: number
  fee: CardFee
  taxPercent?: number
}): PriceSplit {
  const tax = Math.round((price * taxPercent) / (100 + taxPercent))
  const creatorKeeps = creatorShareCents(price - tax)
  const cardFee = cardFeeCents(price, fee)
  return {
    buyerPays: price,
    tax,
    creatorKeeps,
    cardFee,
    rendering: cost,
    platformKeeps: price - tax - creatorKeeps - cardFee - cost,
  }
}

/** What a price that is allowed here costs the platform at each sale, in words, if anything. */
export function warnOfPrice(
  { price, cost }: { price: number; cost: number },
  { fee, taxPercent, floor }: PriceRules,
): string | undefined {
  if (floor !== 'warn' || price < PRICE.minCents) return undefined
  const { platformKeeps } = splitPrice({ price, cost, fee, taxPercent })
  if (platformKeeps >= 0) return undefined
  const lowest = lowestPriceCents(cost, fee, taxPercent)
  const below = lowest === undefined ? 'At this price' : `Below ${formatCents(lowest)}`
  return `${below} each sale costs the platform ${formatCents(-platformKeeps)}; a public server refuses it.`
}
