import fc from 'fast-check'
import { expect, test } from 'vitest'
import { owedCents } from './index.ts'
import { divideChange, type Sale, taxesIn } from './rules.ts'

/** A sale with no, one or several taxes, which together stay below half of the amount. */
const anySale = fc
  .tuple(fc.integer({ min: 50, max: 100_000 }), fc.array(fc.nat(15), { maxLength: 3 }))
  .map(([captured, percents]) => ({
    captured,
    taxes: percents.map((percent, index) => ({
      jurisdiction: `X${index}`,
      amount: Math.floor((captured * percent) / 100),
    })),
  }))

test('all sides together always get the change, the creator 70% of the rest after tax', () => {
  const step = fc.record({
    on: fc.constantFrom('refunded' as const, 'disputed' as const),
    amount: fc.integer({ min: -20_000, max: 20_000 }),
  })
  fc.assert(
    fc.property(anySale, fc.array(step), ({ captured, taxes }, steps) => {
      const tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
      let sale: Sale = { captured: 0, refunded: 0, disputed: 0, tax, sharePercent: 70 }
      const total = { creator: 0, tax: 0, platform: 0, moved: 0 }
      const go = (next: Sale, moved: number) => {
        const change = divideChange(sale, next)
        total.creator += change.creator
        total.tax += change.tax
        total.platform += change.platform
        total.moved += moved
        sale = next
      }
      go({ ...sale, captured }, captured)
      for (const { on, amount } of steps) go({ ...sale, [on]: sale[on] + amount }, -amount)
      expect(total.creator).toBe(owedCents(sale))
      expect(total.creator + total.tax + total.platform).toBe(total.moved)
      expect(total.creator).toBeGreaterThanOrEqual(0)
      const rest = Math.max(0, captured - sale.refunded - sale.disputed)
      expect(total.tax).toBe(Math.round((tax * rest) / captured))
      expect(total.creator).toBe(Math.floor(((rest - total.tax) * 7) / 10 + 0.5))
      const parts = taxesIn(taxes, rest, captured)
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total.tax)
      for (const [index, part] of parts.entries()) {
        const exact = ((taxes[index]?.amount ?? 0) * rest) / captured
        expect(Math.abs(part.amount - exact)).toBeLessThanOrEqual(1)
        expect(part.amount).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
