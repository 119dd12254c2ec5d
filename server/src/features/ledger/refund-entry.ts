import { common, type Entry, entry, line } from './entry.ts'
import type { Sale } from './rules.ts'
import { type Sides, shares } from './sides.ts'

export function refundEntry(refundId: string, sides: Sides, sale: Sale, amount: number): Entry {
  return entry('refund', refundId, amount, [
    line(common('gateway'), -amount),
    ...shares(sides, sale, { ...sale, refunded: sale.refunded + amount }),
  ])
}

/** The bank returned a refund, so the money is shared again. */
export function refundFailedEntry(
  refundId: string,
  sides: Sides,
  sale: Sale,
  amount: number,
): Entry {
  return entry('refund_failed', refundId, amount, [
    line(common('gateway'), amount),
    ...shares(sides, sale, { ...sale, refunded: sale.refunded - amount }),
  ])
}
