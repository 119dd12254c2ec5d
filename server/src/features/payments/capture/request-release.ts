import { z } from 'zod'
import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { movePayment } from '../move-payment.ts'
import type { PaymentRow } from '../tables.ts'

export const releaseTask = defineTask({
  name: 'payments.release',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 10,
})

/** Records the release of an unused authorisation, or of one whose proof is not kept; a queued task carries it out at the gateway. */
export async function requestRelease(
  tx: TxCtx,
  payment: PaymentRow,
  by:
    | 'buyer'
    | 'operator'
    | 'time'
    | 'deletion'
    | 'ban'
    | 'mismatch'
    | 'cost'
    | 'book'
    | 'cancelled'
    | 'paused'
    | 'failing'
    | 'declined'
    | 'silence',
): Promise<PaymentRow> {
  const { state } = payment
  if (state !== 'authorized' && state !== 'delivered') {
    throw new AppError(
      'payment_state',
      `Only an unused authorisation can be released; this payment is ${state.replace('_', ' ')}.`,
    )
  }
  if (payment.jobId && state === 'authorized') {
    throw new AppError('payment_state', 'A run is using this payment. Cancel the run first.')
  }
  const moved = await movePayment(tx, payment, 'release_requested', {}, { by })
  await tx.queue.send(tx, releaseTask, { paymentId: payment.id }, { singletonKey: payment.id })
  return moved
}
