import type { Ctx } from '../../ctx.ts'
import { GatewayError } from '../../providers/payments/spec.ts'
import { findPayment } from './queries.ts'
import { keyOf } from './rules.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentRow } from './tables.ts'
import { useNextKey } from './use-next-key.ts'

/** Lets an authorization go at the gateway; repeating it is harmless. */
export async function performRelease(ctx: Ctx, paymentId: string): Promise<PaymentRow | undefined> {
  const payment = await findPayment(ctx, paymentId)
  if (payment?.state !== 'release_requested' || !payment.sessionId) return payment
  const { sessionId, intentId } = payment
  const key = keyOf('release', payment.id, payment.gatewayTry)
  try {
    const view = await ctx.gateway.release({ sessionId, intentId }, key)
    return await settlePayment(ctx, payment.id, view)
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.retryable && !error.kept)) throw error
    const view = await ctx.gateway.find({ sessionId })
    const settled = view && (await settlePayment(ctx, payment.id, view))
    if (settled && settled.state !== 'release_requested') return settled
    await useNextKey(ctx, payment)
    throw error
  }
}
