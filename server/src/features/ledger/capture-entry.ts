import { common, type Entry, entry, line } from './entry.ts'
import type { Sale } from './rules.ts'
import { type Sides, shares } from './sides.ts'

export function captureEntry(
  paymentId: string,
  sides: Sides,
  sharePercent: number,
  amount: number,
): Entry {
  const tax = sides.taxes.reduce((sum, part) => sum + part.amount, 0)
  const before: Sale = {
    captured: 0,
    refunded: 0,
    disputed: 0,
    tax,
    sharePercent,
    commission: sides.referrer?.commission,
  }
  return entry('capture', paymentId, amount, [
    line(common('gateway'), amount),
    ...shares(sides, before, { ...before, captured: amount }),
  ])
}
