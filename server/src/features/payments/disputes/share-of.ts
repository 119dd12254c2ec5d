import { owedCents } from '../../ledger/index.ts'
import type { PaymentRow } from '../tables.ts'

/** The creator's part of an amount that is taken from what refunds left of the sale. */
export function shareOf(payment: PaymentRow, cents: number): number {
  return owedCents({ ...payment, disputed: 0 }) - owedCents({ ...payment, disputed: cents })
}
