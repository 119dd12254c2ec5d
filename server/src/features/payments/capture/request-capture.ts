import { z } from 'zod'
import type { TxCtx } from '../../../ctx.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { lockPayment } from '../lock-payment.ts'
import { movePayment } from '../move-payment.ts'
import { assertOwnRun, type Delivery } from './assert-own-run.ts'

export const captureTask = defineTask({
  name: 'payments.capture',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 10,
  concurrency: 2,
})

/** Called in the transaction that records the delivered creation, so that both commit or neither. */
export async function requestCapture(tx: TxCtx, delivery: Delivery): Promise<void> {
  const payment = await lockPayment(tx, delivery.paymentId)
  if (payment.creationId === delivery.creationId) return
  assertOwnRun(payment, delivery)
  await movePayment(
    tx,
    payment,
    'capture_requested',
    { creationId: delivery.creationId, providerCost: Math.max(0, Math.round(delivery.costCents)) },
    { creation: delivery.creationId },
  )
  await sendCapture(tx, payment.id)
}

export async function sendCapture(tx: TxCtx, paymentId: string): Promise<void> {
  await tx.queue.send(tx, captureTask, { paymentId }, { singletonKey: paymentId })
}
