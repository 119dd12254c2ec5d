import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRICE } from './money-limits.ts'
import { CARD_FEE, HIGHEST_TAX_PERCENT, lowestPriceCents } from './price-floor.ts'
import { splitPrice } from './price-split.ts'

test('a sale for $3.00 that costs 4 cents leaves $2.10 to the creator and 47 cents to the platform', () => {
  expect(splitPrice({ price: 300, cost: 4, fee: CARD_FEE })).toEqual({
    buyerPays: 300,
    tax: 0,
    creatorKeeps: 210,
    cardFee: 39,
    rendering: 4,
    platformKeeps: 47,
  })
})

test('with tax in the price, shares are of what is left after the tax', () => {
  expect(splitPrice({ price: 300, cost: 0, fee: CARD_FEE, taxPercent: 20 })).toMatchObject({
    tax: 50,
    creatorKeeps: 175,
    platformKeeps: 36,
  })
})

test('all parts add up to what the buyer pays, at any price', () => {
  const percent = fc.nat(HIGHEST_TAX_PERCENT)
  fc.assert(
    fc.property(fc.nat(PRICE.maxCents), fc.nat(20_000), percent, (price, cost, taxPercent) => {
      const split = splitPrice({ price, cost, fee: CARD_FEE, taxPercent })
      const { tax, creatorKeeps, cardFee, rendering, platformKeeps } = split
      expect(tax + creatorKeeps + cardFee + rendering + platformKeeps).toBe(split.buyerPays)
    }),
  )
})

test('from the lowest price on, no part is below zero for any tax up to the highest', () => {
  const percent = fc.nat(HIGHEST_TAX_PERCENT)
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(2_000), percent, (cost, above, taxPercent) => {
      const lowest = lowestPriceCents(cost, CARD_FEE, HIGHEST_TAX_PERCENT) ?? 0
      const split = splitPrice({ price: lowest + above, cost, fee: CARD_FEE, taxPercent })
      expect(Math.min(...Object.values(split))).toBeGreaterThanOrEqual(0)
    }),
  )
})
