import { z } from 'zod'
import type { TxCtx } from '../../../ctx.ts'
import { newId } from '../../../platform/ids.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { recordEvent } from '../record-event.ts'
import type { PaymentRow } from '../tables.ts'
import { paymentRefunds, type RefundRow } from './tables.ts'

export const refundTask = defineTask({
  name: 'payments.refund',
  data: z.object({ refundId: z.uuid() }),
  retryLimit: 10,
})

type Cause = Partial<Pick<RefundRow, 'by' | 'code' | 'note' | 'requestKey'>>

/** Records the refund of an amount that the caller checked under the payment's lock; a queued task sends it. */
export async function requestRefund(
  tx: TxCtx,
  payment: PaymentRow,
  amount: number,
  reason: string,
  cause: Cause = {},
): Promise<RefundRow> {
  const [refund] = await tx.db
    .insert(paymentRefunds)
    .values({
      id: newId(),
      paymentId: payment.id,
      amount,
      state: 'requested',
      reason,
      ...cause,
      createdAt: tx.clock.now(),
    })
    .returning()
  if (!refund) throw new Error('the refund was not written')
  await recordEvent(tx, payment.id, 'refund.requested', { amount, refund: refund.id })
  await tx.queue.send(tx, refundTask, { refundId: refund.id }, { singletonKey: refund.id })
  return refund
}
