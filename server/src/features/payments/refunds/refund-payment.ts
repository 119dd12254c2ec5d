import { formatCents } from '@vignette/contract/money.ts'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { listDisputes } from '../disputes/queries.ts'
import { findGateway } from '../find-gateway.ts'
import { lockPayment } from '../lock-payment.ts'
import { isTaken } from '../rules.ts'
import type { RefundRow } from '../tables.ts'
import { listRefunds } from './queries.ts'
import { requestRefund } from './request-refund.ts'
import { refundableCents } from './rules.ts'

export interface RefundPayment {
  paymentId: string
  /** Absent for the whole rest. */
  amount?: number | undefined
  reason: string
}

/** An operator's refund, whole or in part: records the request, which a queued task sends. */
export async function refundPayment(ctx: Ctx, want: RefundPayment): Promise<RefundRow> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, want.paymentId)
    if (!isTaken(payment.state)) {
      throw new AppError(
        'payment_state',
        `Only captured money can be refunded; this payment is ${payment.state}.`,
      )
    }
    if (!findGateway(tx, payment)) {
      throw new AppError(
        'payment_state',
        `This payment is in the book ${payment.book}, whose gateway this server has no keys for.`,
      )
    }
    const left = refundableCents(
      payment.captured,
      await listRefunds(tx, payment.id),
      await listDisputes(tx, payment.id),
    )
    const amount = want.amount ?? left
    if (left === 0) {
      throw new AppError('payment_state', 'Nothing is left to refund: it was refunded or disputed.')
    }
    if (!Number.isInteger(amount) || amount < 1 || amount > left) {
      throw new AppError(
        'payment_state',
        `The amount must be between ${formatCents(1)} and ${formatCents(left)}, what is left.`,
      )
    }
    return requestRefund(tx, payment, amount, want.reason)
  })
}
