import { type Ctx, inTransaction } from '../../../ctx.ts'
import { lockPayment } from '../lock-payment.ts'
import { findPayment } from '../queries.ts'
import { askGateway } from './ask-gateway.ts'
import { releaseBarred } from './release-barred.ts'

/**
 * Before a run with a cost, asks the gateway whether the authorisation still stands, so that one
 * which ended without a webhook pays for no run. Settles the answer; an unreachable gateway changes
 * nothing. Releases the authorisation of a buyer who cancelled too many runs today.
 */
export async function confirmAuthorisation(
  ctx: Ctx,
  paymentId: string,
  { cost }: { cost: number },
): Promise<void> {
  if (cost === 0 && ctx.config.loopback) return
  const payment = await findPayment(ctx, paymentId)
  if (!payment) return
  if (cost > 0) await askGateway(ctx, payment)
  await inTransaction(ctx, async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (locked.state === 'authorized' && !locked.jobId) await releaseBarred(tx, locked)
  })
}
