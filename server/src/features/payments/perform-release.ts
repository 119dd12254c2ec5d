import type { Ctx } from '../../ctx.ts'
import { findPayment } from './queries.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentRow } from './tables.ts'

/** Lets an authorization go at the gateway; repeating it is harmless. */
export async function performRelease(ctx: Ctx, paymentId: string): Promise<PaymentRow | undefined> {
  const payment = await findPayment(ctx, paymentId)
  if (payment?.state !== 'release_requested' || !payment.sessionId) return payment
  const view = await ctx.gateway.release(
    { sessionId: payment.sessionId, intentId: payment.intentId },
    `release:${payment.id}`,
  )
  return settlePayment(ctx, payment.id, view)
}
