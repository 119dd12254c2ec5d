import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type PaymentRow, payments } from './tables.ts'

/** Reads the payment and locks its row until the transaction ends. */
export async function lockPayment(tx: TxCtx, id: string): Promise<PaymentRow> {
  const [row] = await tx.db.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!row) throw new AppError('not_found', 'There is no such payment.')
  return row
}
