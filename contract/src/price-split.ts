import { creatorShareCents } from './money.ts'
import { type CardFee, cardFeeCents } from './price-floor.ts'

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
