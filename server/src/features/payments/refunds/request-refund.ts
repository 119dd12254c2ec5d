import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../../ctx.ts'
import { newId } from '../../../platform/ids.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { type PaymentRow, paymentRefunds, type RefundRow } from '../../../schema/payments.ts'
import { listDisputes } from '../disputes/dispute.ts'
import { lockPayment, recordEvent } from '../payment.ts'
import { assertRefundable, listRefunds } from './refund.ts'
import { refundableCents } from './rules.ts'

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

interface RefundPayment {
  paymentId: string
  /** Cents; absent to refund all that is left. */
  amount?: number | undefined
  reason: string
  by?: 'operator' | 'case'
}

/** A refund by the operator or by a case, whole or in part: records the request, which a queued task sends. */
export async function refundPayment(ctx: Ctx, want: RefundPayment): Promise<RefundRow> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, want.paymentId)
    const amount = await assertRefundable(tx, payment, want.amount)
    return requestRefund(tx, payment, amount, want.reason, { by: want.by ?? 'operator' })
  })
}

/** How often a refused or returned refund is requested again before a person must look. */
const AT_MOST = 10

/** Refunds money captured without a delivery in full, without a request by the buyer. */
export async function refundUndelivered(tx: TxCtx, payment: PaymentRow): Promise<void> {
  const amount = await refundRest(tx, payment, 'captured without a delivery', 'rule')
  if (amount === 0) return
  tx.log.error(
    { paymentId: payment.id, amount },
    'money was captured at the gateway though nothing was delivered: it is refunded',
  )
}

/** Refunds what is left of a payment whose buyer withdrew from the contract, once it is captured. */
export async function refundWithdrawn(tx: TxCtx, payment: PaymentRow): Promise<void> {
  if (payment.state !== 'captured') return
  await refundRest(tx, payment, 'withdrawal from the contract', 'withdrawal')
}

async function refundRest(
  tx: TxCtx,
  payment: PaymentRow,
  reason: string,
  by: 'rule' | 'withdrawal',
): Promise<number> {
  const refunds = await listRefunds(tx, payment.id)
  const left = refundableCents(payment.captured, refunds, await listDisputes(tx, payment.id))
  if (left === 0 || refunds.length >= AT_MOST) return 0
  await requestRefund(tx, payment, left, reason, { by })
  return left
}
