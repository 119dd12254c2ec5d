import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { GatewayError } from '../../providers/payouts/spec.ts'
import type { PayoutRow } from '../../schema/payouts.ts'
import { recordAction } from './audit.ts'
import { findPayoutGateway } from './find-payout-gateway.ts'
import { lockPayout } from './queries.ts'
import { movePayout, settlePayout } from './settle-payout.ts'

/**
 * The operator takes back what is left of a wrong transfer. The reason is recorded first, so that the
 * vendor's word is booked as this reversal whichever process hears of it; asked again, the vendor takes
 * the same money once.
 */
export async function reversePayout(ctx: Ctx, id: string, reason: string): Promise<PayoutRow> {
  const payout = await recordReversal(ctx, id, reason)
  const gateway = findPayoutGateway(ctx, payout)
  if (!gateway) {
    throw new AppError('payment_state', `This server does not pay with ${payout.gateway} now.`)
  }
  const { transferId, amount, reversed, timesReturned } = payout
  try {
    const transfer = await gateway.reverse({
      transferId: transferId ?? '',
      reversalId: `${id}:${timesReturned + 1}`,
      amount: amount - reversed,
      idempotencyKey: `reversal:${id}:${timesReturned + 1}`,
    })
    return await settlePayout(ctx, id, { transfer })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const transfer = await gateway.findTransfer({ payoutId: id })
    if (transfer?.reversed === amount) return settlePayout(ctx, id, { transfer })
    if (!error.retryable) await forgetReversal(ctx, payout)
    throw new AppError('gateway_failed', error.publicMessage, { cause: error })
  }
}

/** The vendor refused the reversal, so money that comes back later has another reason. */
async function forgetReversal(ctx: Ctx, { id, timesReturned }: PayoutRow): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const payout = await lockPayout(tx, id)
    if (payout.timesReturned === timesReturned)
      await movePayout(tx, payout, { reversalReason: null })
  })
}

async function recordReversal(ctx: Ctx, id: string, reason: string): Promise<PayoutRow> {
  return inTransaction(ctx, async (tx) => {
    const payout = await lockPayout(tx, id)
    if (payout.gateway === 'manual') {
      throw new AppError('payment_state', 'Mark a payout made by hand as failed instead.')
    }
    if (payout.state !== 'in_transit' && payout.state !== 'paid') {
      throw new AppError('payment_state', `This payout is ${payout.state}.`)
    }
    const what = { action: 'reverse_payout', subjectType: 'payout', subjectId: id } as const
    await recordAction(tx, { ...what, note: reason })
    return movePayout(tx, payout, { reversalReason: reason })
  })
}
