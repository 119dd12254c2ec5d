import type { Ctx } from '../../ctx.ts'
import { findPayment } from './queries.ts'
import { askGateway } from './refresh-payment.ts'

/**
 * Before a run that costs the operator money: the gateway is asked whether the money is still held,
 * so that a hold which ended without our hearing of it pays for none. What it says is settled; a
 * gateway that cannot be asked changes nothing.
 */
export async function confirmHold(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx, paymentId)
  if (payment) await askGateway(ctx, payment)
}
