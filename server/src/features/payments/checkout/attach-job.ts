import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { recordEvent } from '../record-event.ts'
import { payments } from '../tables.ts'

/** Gives a claimed payment to its run; refused where another run holds the payment. */
export async function attachJob(
  tx: TxCtx,
  use: { paymentId: string; jobId: string },
): Promise<void> {
  const attached = await tx.db
    .update(payments)
    .set({ jobId: use.jobId, unusedSince: null })
    .where(
      and(eq(payments.id, use.paymentId), eq(payments.state, 'authorized'), isNull(payments.jobId)),
    )
    .returning({ id: payments.id })
  if (attached.length === 0) {
    throw new AppError('payment_required', 'This payment is already used by a run.')
  }
  await recordEvent(tx, use.paymentId, 'payment.used', { job: use.jobId })
}
