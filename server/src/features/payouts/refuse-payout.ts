import { type Ctx, inTransaction } from '../../ctx.ts'
import type { GatewayError } from '../../providers/payouts/spec.ts'
import { postTransferRefused } from '../ledger/index.ts'
import { movePayout } from './move-payout.ts'
import { lockPayout } from './queries.ts'
import { recordDelays, tellOfShortBalance } from './record-delays.ts'
import { DELAYED_PAYOUT, isOurFailure } from './rules.ts'
import type { PayoutRow } from './tables.ts'
import { tellCreator } from './tell-creator.ts'

/** Gives the creator back what the vendor refused to send; the next run tries again, and where our balance was too small the sweep. */
export async function refusePayout(
  ctx: Ctx,
  asked: PayoutRow,
  { code, publicMessage }: Pick<GatewayError, 'code' | 'publicMessage'>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const payout = await lockPayout(tx, asked.id)
    if (payout.state !== 'sending' || payout.attempt !== asked.attempt) return
    const now = tx.clock.now()
    const failed = await movePayout(tx, payout, {
      state: 'failed',
      failure: code,
      reason: isOurFailure(code) ? DELAYED_PAYOUT : publicMessage,
      leaseUntil: null,
      endedAt: now,
    })
    const { id: payoutId, principalId, amount, book, currency, taken: time } = payout
    await postTransferRefused(tx, {
      payoutId,
      principalId,
      amount,
      book,
      currency,
      time,
      occurredAt: now,
    })
    await tellCreator(tx, failed)
    if (code === 'insufficient_balance') {
      const run = { id: payout.runId, book, confirmed: null }
      await recordDelays(tx, run, 'balance', [{ principalId, amount }])
      await tellOfShortBalance(tx, run, { creators: 1, cents: amount })
    }
    tx.afterCommit(() =>
      tx.log.error(
        { payoutId, code, reason: publicMessage },
        'a payout was refused, and nothing was sent',
      ),
    )
  })
}
