import { type Ctx, inTransaction } from '../../../ctx.ts'
import { lockPayment } from '../lock-payment.ts'
import { assertRefundable } from './assert-refundable.ts'
import { requestRefund } from './request-refund.ts'
import type { RefundRow } from './tables.ts'

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
