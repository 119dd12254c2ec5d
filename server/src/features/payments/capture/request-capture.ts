import { z } from 'zod'
import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { lockPayment } from '../lock-payment.ts'
import { movePayment } from '../move-payment.ts'

export const captureTask = defineTask({
  name: 'payments.capture',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 10,
  concurrency: 2,
})

/** Called in the transaction that records the delivered creation, so that both commit or neither. */
export async function requestCapture(
  tx: TxCtx,
  delivery: { paymentId: string; jobId: string; creationId: string; costCents: number },
): Promise<void> {
  const payment = await lockPayment(tx, delivery.paymentId)
  if (payment.creationId === delivery.creationId) return
  if (payment.jobId !== delivery.jobId) {
    throw new AppError('payment_state', 'This payment belongs to another run.')
  }
  await movePayment(
    tx,
    payment,
    'capture_requested',
    { creationId: delivery.creationId, providerCost: Math.max(0, Math.round(delivery.costCents)) },
    { creation: delivery.creationId },
  )
  await tx.queue.send(tx, captureTask, { paymentId: payment.id }, { singletonKey: payment.id })
}
