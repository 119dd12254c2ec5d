import type { Ctx } from '../../../ctx.ts'
import { GatewayError } from '../../../providers/payments/spec.ts'
import { findPayment } from '../queries.ts'
import { reachBook } from '../reach-book.ts'
import { keyOf } from '../rules.ts'
import { settlePayment } from '../settle-payment.ts'
import type { PaymentRow } from '../tables.ts'
import { useNextKey } from '../use-next-key.ts'

/**
 * Cancels an authorisation at the gateway or expires an open checkout; safe to repeat. With
 * `unlessPaid`, a checkout that its buyer has paid meanwhile stays as it is.
 */
export async function performRelease(
  from: Ctx,
  paymentId: string,
  { unlessPaid = false } = {},
): Promise<PaymentRow | undefined> {
  const payment = await findPayment(from, paymentId)
  if (!payment?.sessionId) return payment
  if (payment.state !== 'release_requested' && payment.state !== 'created') return payment
  const ctx = reachBook(from, payment)
  if (!ctx) return payment
  const { sessionId, intentId, state } = payment
  const act = state === 'created' ? 'expire' : 'release'
  const key = keyOf(act, payment.id, payment.gatewayTry)
  try {
    const onlyOpen = unlessPaid && state === 'created'
    const view = await ctx.gateway.release({ sessionId, intentId, onlyOpen }, key)
    return await settlePayment(ctx, payment.id, view)
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.retryable && !error.kept)) throw error
    const view = await ctx.gateway.find({ sessionId })
    const settled = view && (await settlePayment(ctx, payment.id, view))
    if (settled && settled.state !== state) return settled
    await useNextKey(ctx, payment)
    throw error
  }
}
