import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { GatewayError } from '../../../providers/payments/spec.ts'
import { paymentRefunds, type RefundRow } from '../../../schema/payments.ts'
import { moneyEvents } from '../events.ts'
import { reachBook } from '../gateway.ts'
import { notifyOfFailedRefund } from '../notices.ts'
import { findPayment, lockPayment, recordEvent, useNextKey } from '../payment.ts'
import { keyOf, mustLookFirst } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'

/**
 * Sends a requested refund to the gateway once, under a key that names the refund. Uses another key
 * only where the gateway stored a failure with the last one. Then, and where the key may be forgotten,
 * it first searches the gateway's refunds for one with our id.
 */
export async function performRefund(from: Ctx, refundId: string): Promise<RefundRow | undefined> {
  const refund = await findRefund(from, refundId)
  const payment = refund ? await findPayment(from, refund.paymentId) : undefined
  if (refund?.state !== 'requested' || !payment?.sessionId) return refund
  const ctx = reachBook(from, payment)
  if (!ctx) return refund
  const { keyNumber, createdAt: since } = refund
  if (mustLookFirst({ keyNumber, since }, ctx.clock.now())) {
    const view = await ctx.gateway.find({ sessionId: payment.sessionId })
    if (view) await settlePayment(ctx, payment.id, view)
    const now = await findRefund(ctx, refundId)
    if (now?.state !== 'requested') return now
  }
  try {
    const view = await ctx.gateway.refund(
      { sessionId: payment.sessionId, intentId: payment.intentId },
      {
        refundId: refund.id,
        amount: refund.amount,
        idempotencyKey: keyOf('refund', refund.id, keyNumber),
      },
    )
    await settlePayment(ctx, payment.id, view)
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.retryable && !error.kept)) throw error
    const view = await ctx.gateway.find({ sessionId: payment.sessionId })
    if (view) await settlePayment(ctx, payment.id, view)
    // A stored refusal is final like a fresh one; only a stored failure is worth another key.
    const again = error.kept && error.retryable
    if (again && (await findRefund(ctx, refundId))?.state === 'requested') {
      await useNextKey(ctx, refund)
      throw error
    }
    await refuseRefund(ctx, refund, error.publicMessage)
  }
  return findRefund(ctx, refundId)
}

async function refuseRefund(ctx: Ctx, refund: RefundRow, failure: string): Promise<void> {
  const { id: refundId, paymentId } = refund
  await inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    const refused = await tx.db
      .update(paymentRefunds)
      .set({ state: 'failed', failure })
      .where(and(eq(paymentRefunds.id, refund.id), eq(paymentRefunds.state, 'requested')))
      .returning({ id: paymentRefunds.id })
    if (refused.length > 0) {
      await recordEvent(tx, paymentId, 'refund.refused', { refund: refundId, failure })
      await notifyOfFailedRefund(tx, payment, refund, failure)
      await moneyEvents.refundFailed.emit(tx, { paymentId, refundId, reason: failure })
    }
  })
}

async function findRefund(ctx: Ctx, refundId: string): Promise<RefundRow | undefined> {
  const [row] = await ctx.db.select().from(paymentRefunds).where(eq(paymentRefunds.id, refundId))
  return row
}
