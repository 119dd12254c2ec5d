import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type PaymentRow, payments } from './tables.ts'

export async function changePayment(
  tx: TxCtx,
  payment: PaymentRow,
  set: Partial<PaymentRow>,
): Promise<PaymentRow> {
  const [changed] = await tx.db
    .update(payments)
    .set(set)
    .where(eq(payments.id, payment.id))
    .returning()
  if (!changed) throw new AppError('not_found', 'There is no such payment.')
  return changed
}
