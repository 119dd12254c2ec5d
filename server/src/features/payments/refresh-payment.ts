import type { Ctx } from '../../ctx.ts'
import { GatewayError } from '../../providers/payments/spec.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentRow } from './tables.ts'

/**
 * Asks the gateway about a checkout that our news may be late for, and about an authorization that
 * lapsed while a run had it; an unreachable gateway changes nothing.
 */
export async function refreshPayment(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  const { state, captureBefore } = payment
  const lapsed =
    state === 'authorized' && captureBefore !== null && captureBefore <= ctx.clock.now()
  if ((state !== 'created' && !lapsed) || !payment.sessionId) return payment
  try {
    const view = await ctx.gateway.find({ sessionId: payment.sessionId })
    return view ? await settlePayment(ctx, payment.id, view) : payment
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    ctx.log.warn({ err: error, paymentId: payment.id }, 'the gateway could not be asked')
    return payment
  }
}
