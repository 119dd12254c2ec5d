import { eq } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { inTransaction } from '../../../ctx.ts'
import { GatewayError, type GatewayReference } from '../../../providers/payments/spec.ts'
import { lockPayment } from '../lock-payment.ts'
import { findPayment } from '../queries.ts'
import { reachBook } from '../reach-book.ts'
import { recordEvent } from '../record-event.ts'
import { keyOf } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'
import { type PaymentRow, payments } from '../tables.ts'
import { useNextKey } from '../use-next-key.ts'
import { giveUpCaptureAt, retryRefusedAt } from './rules.ts'

/**
 * Captures the payment of a delivered creation. Safe to kill at any point: the idempotency key makes
 * the gateway capture once, and settling posts once.
 */
export async function performCapture(from: Ctx, paymentId: string): Promise<void> {
  const payment = await findPayment(from, paymentId)
  if (payment?.state !== 'capture_requested' || !payment.sessionId) return
  const ctx = reachBook(from, payment)
  if (!ctx) return
  const reference = { sessionId: payment.sessionId, intentId: payment.intentId }
  const key = keyOf('capture', payment.id, payment.gatewayTry)
  try {
    await settlePayment(ctx, payment.id, await ctx.gateway.capture(reference, payment.amount, key))
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.retryable && !error.kept)) throw error
    await lookAgain(ctx, payment, reference, error)
  }
}

/**
 * A refusal may mean that the capture is already done, or that the authorisation lapsed. While the
 * authorisation stands another key is safe, since the gateway captures only once.
 */
async function lookAgain(
  ctx: Ctx,
  payment: PaymentRow,
  reference: GatewayReference,
  error: GatewayError,
): Promise<void> {
  const view = await ctx.gateway.find({ sessionId: reference.sessionId })
  if (!view) throw error
  const settled = await settlePayment(ctx, payment.id, view)
  if (settled.state !== 'capture_requested') return
  await useNextKey(ctx, payment)
  if (error.kept) throw error
  await waitLonger(ctx, payment, `${error.code}: ${error.publicMessage}`)
  if (ctx.clock.now() < giveUpCaptureAt(settled)) return
  const key = keyOf('release', payment.id, payment.gatewayTry)
  await settlePayment(ctx, payment.id, await ctx.gateway.release(reference, key))
}

/** Retries later: an operator can still repair a key without permission or a restricted account. */
async function waitLonger(ctx: Ctx, { id }: PaymentRow, failure: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment.state !== 'capture_requested') return
    const retryAt = retryRefusedAt(tx.clock.now())
    await tx.db.update(payments).set({ failure, retryAt }).where(eq(payments.id, id))
    if (payment.failure !== failure) await recordEvent(tx, id, 'capture.refused', { failure })
  })
  ctx.log.error(
    { paymentId: id, failure },
    'the gateway refuses a capture: the money stays held, and each hour it is asked again',
  )
}
