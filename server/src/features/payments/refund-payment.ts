import { formatCents } from '@vignette/contract/money.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { findGateway } from './find-gateway.ts'
import { refundJob } from './job-definitions.ts'
import { lockPayment, recordEvent } from './move-payment.ts'
import { listDisputes, listRefunds } from './queries.ts'
import { refundableCents } from './rules.ts'
import { paymentRefunds, type RefundRow } from './tables.ts'

export interface RefundPayment {
  paymentId: string
  /** Absent: all that is left. */
  amount?: number | undefined
  reason: string
}

/** An operator's refund, whole or in part: the request is recorded, a queued job sends it. */
export async function refundPayment(ctx: Ctx, want: RefundPayment): Promise<RefundRow> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, want.paymentId)
    if (payment.state !== 'captured') {
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
    const [refund] = await tx.db
      .insert(paymentRefunds)
      .values({
        id: newId(),
        paymentId: payment.id,
        amount,
        state: 'requested',
        reason: want.reason,
        createdAt: tx.clock.now(),
      })
      .returning()
    if (!refund) throw new Error('the refund was not written')
    await recordEvent(tx, payment.id, 'refund.requested', { amount, refund: refund.id })
    await tx.queue.send(tx, refundJob, { refundId: refund.id }, { singletonKey: refund.id })
    return refund
  })
}
