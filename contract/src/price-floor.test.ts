import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creatorShareCents } from './money.ts'
import { PRICE } from './money-limits.ts'
import { CARD_FEE, cardFeeCents, HIGHEST_TAX_PERCENT, lowestPriceCents } from './price-floor.ts'

const left = (price: number, cost: number) =>
  price - creatorShareCents(price) - cardFeeCents(price, CARD_FEE) - cost

test('the lowest price is $1.11 for a recipe without a cost, and $1.26 for a cost of 4 cents', () => {
  expect(lowestPriceCents(0, CARD_FEE)).toBe(111)
  expect(lowestPriceCents(4, CARD_FEE)).toBe(126)
  expect([cardFeeCents(300, CARD_FEE), cardFeeCents(0, CARD_FEE)]).toEqual([39, 0])
})

test('a sale at or above the lowest price never loses money, at any cost', () => {
  const cost = fc.integer({ min: 0, max: 20_000 })
  fc.assert(
    fc.property(cost, fc.nat(PRICE.maxCents), (cents, above) => {
      const lowest = lowestPriceCents(cents, CARD_FEE) ?? PRICE.maxCents
      const price = Math.min(PRICE.maxCents, lowest + above)
      expect(left(price, cents)).toBeGreaterThanOrEqual(0)
      // Two cents less, which is more than rounding can add, does not cover the cost.
      expect((lowest - 2) * 0.271).toBeLessThan(CARD_FEE.fixedCents + cents)
    }),
  )
  for (let price = 111; price <= 3_000; price++) expect(left(price, 0)).toBeGreaterThanOrEqual(0)
})

test('a cost above what the highest price covers has no lowest price', () => {
  expect(lowestPriceCents(27_071, CARD_FEE)).toBeUndefined()
})

test('with tax in the price, a sale at or above the lowest price loses money at no tax', () => {
  expect(lowestPriceCents(0, CARD_FEE, HIGHEST_TAX_PERCENT)).toBe(150)
  const cost = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(cost, fc.nat(2_000), fc.nat(HIGHEST_TAX_PERCENT), (cents, above, percent) => {
      const lowest = lowestPriceCents(cents, CARD_FEE, HIGHEST_TAX_PERCENT) ?? 0
      const price = lowest + above
      const tax = Math.round((price * percent) / (100 + percent))
      const kept = price - tax - creatorShareCents(price - tax) - cardFeeCents(price, CARD_FEE)
      expect(kept).toBeGreaterThanOrEqual(cents)
    }),
    { numRuns: 1_000 },
  )
})
