import { common, type Entry, entry, line } from './entry.ts'

export function processorFeeEntry(paymentId: string, amount: number): Entry {
  return entry('processor_fee', paymentId, amount, [
    line(common('processor_fees'), amount),
    line(common('gateway'), -amount),
  ])
}
