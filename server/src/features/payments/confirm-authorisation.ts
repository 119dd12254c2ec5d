import { type Ctx, inTransaction } from '../../ctx.ts'
import { askGateway } from './ask-gateway.ts'
import { lockPayment } from './move-payment.ts'
import { findPayment } from './queries.ts'
import { releaseBarred } from './release-barred.ts'

/**
 * Before a run that costs the operator money: the gateway is asked whether the money is still held,
 * so that a hold which ended without our hearing of it pays for none. What it says is settled; a
 * gateway that cannot be asked changes nothing. A buyer who has cancelled too many such runs today
 * has it released instead.
 */
export async function confirmAuthorisation(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx, paymentId)
  if (!payment) return
  await askGateway(ctx, payment)
  await inTransaction(ctx, async (tx) => {
    const held = await lockPayment(tx, paymentId)
    if (held.state === 'authorized' && !held.jobId) await releaseBarred(tx, held)
  })
}
