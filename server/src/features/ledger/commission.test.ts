import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commissionCents, divideChange, owedCents, type Sale } from './rules.ts'

const anySale = fc.record({
  captured: fc.integer({ min: 50, max: 100_000 }),
  percent: fc.constantFrom(1, 5, 10),
  cost: fc.integer({ min: 0, max: 3_000 }),
  taxPercent: fc.constantFrom(0, 0, 19, 27),
  refunds: fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 6 }),
})

/** The captured sale, led by a fan's link, with the list price's card fee. */
function saleOf({
  captured,
  percent,
  cost,
  taxPercent,
}: typeof anySale extends fc.Arbitrary<infer T> ? T : never): Sale {
  const covered = Math.round(captured * 0.029) + 30 + cost
  const tax = Math.round((captured * taxPercent) / (100 + taxPercent))
  const sale = { captured, refunded: 0, disputed: 0, tax, sharePercent: 70 }
  return { ...sale, commission: { percent, covered } }
}

function statesOf(sale: Sale, refunds: readonly number[]): Sale[] {
  const states = [sale]
  for (const amount of refunds) {
    const last = states.at(-1) ?? sale
    states.push({ ...last, refunded: Math.min(sale.captured, last.refunded + amount) })
  }
  return states
}

test('a commission never takes from the creator, and never more than card fee and cost leave', () => {
  fc.assert(
    fc.property(anySale, (given) => {
      for (const sale of statesOf(saleOf(given), given.refunds)) {
        const commission = commissionCents(sale)
        const bare = { ...sale, commission: undefined }
        expect(owedCents(sale)).toBe(owedCents(bare))
        const none: Sale = { ...sale, captured: 0, refunded: 0 }
        const { platform, referrer } = divideChange(none, sale)
        expect(referrer).toBe(commission)
        expect(divideChange({ ...none, commission: undefined }, bare).platform).toBe(
          platform + referrer,
        )
        expect(Number.isInteger(commission) && commission >= 0).toBe(true)
        if (commission > 0) expect(platform).toBeGreaterThanOrEqual(sale.commission?.covered ?? 0)
      }
    }),
  )
})

test('refunds in any parts end at the commission of the rest, and a refund in full at none', () => {
  fc.assert(
    fc.property(anySale, (given) => {
      const [first, ...later] = statesOf(saleOf(given), [...given.refunds, given.captured])
      let sale = first ?? saleOf(given)
      let sum = commissionCents(sale)
      for (const next of later) {
        const { referrer } = divideChange(sale, next)
        expect(referrer).toBeLessThanOrEqual(0)
        sum += referrer
        expect(sum).toBe(commissionCents(next))
        sale = next
      }
      expect(sum).toBe(0)
    }),
  )
})
