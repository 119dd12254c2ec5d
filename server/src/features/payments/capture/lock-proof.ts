import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type PaymentRow, payments } from '../tables.ts'

/** The payment of a proof that its buyer may still decide about, locked. */
export async function lockProof(tx: TxCtx, creationId: string): Promise<PaymentRow> {
  const [payment] = await tx.db
    .select()
    .from(payments)
    .where(eq(payments.creationId, creationId))
    .for('update')
  if (payment?.state === 'delivered') return payment
  throw new AppError(
    'payment_state',
    payment
      ? 'You have kept this proof already.'
      : 'This proof can no longer be kept. Nothing was charged.',
  )
}
