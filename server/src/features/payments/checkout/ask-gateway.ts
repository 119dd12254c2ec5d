import type { Ctx } from '../../../ctx.ts'
import { GatewayError } from '../../../providers/payments/spec.ts'
import { reachBook } from '../reach-book.ts'
import { settlePayment } from '../settle-payment.ts'
import type { PaymentRow } from '../tables.ts'

/** Reads the payment at the gateway; an unreachable gateway changes nothing. */
export async function askGateway(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  const there = reachBook(ctx, payment)
  if (!payment.sessionId || !there) return payment
  try {
    const view = await there.gateway.find({ sessionId: payment.sessionId })
    return view ? await settlePayment(there, payment.id, view) : payment
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    ctx.log.warn({ err: error, paymentId: payment.id }, 'the gateway could not be asked')
    return payment
  }
}
