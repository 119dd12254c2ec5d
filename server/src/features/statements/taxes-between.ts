import type { Tax } from '../../providers/payments/spec.ts'
import { taxesIn } from '../ledger/index.ts'
import type { InvoiceRow } from './tables.ts'

/** The taxes between two credited sums, so that all notes together credit whole taxes. */
export function taxesBetween({ taxes, amount }: InvoiceRow, low: number, high: number): Tax[] {
  const was = taxesIn(taxes, low, amount)
  return taxesIn(taxes, high, amount).map((is, at) => ({
    jurisdiction: is.jurisdiction,
    name: taxes[at]?.name ?? 'tax',
    amount: is.amount - (was[at]?.amount ?? 0),
  }))
}
