import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { derivedId } from '../../platform/ids.ts'
import type { GatewayError } from '../../providers/payouts/spec.ts'
import type { PayoutRow } from '../../schema/payouts.ts'
import { listStaff } from '../identity/index.ts'
import { post } from '../ledger/index.ts'
import { notify } from '../notices/index.ts'
import { notifyCreator } from './notices.ts'
import { lockPayout } from './queries.ts'
import { notifyOfShortBalance, recordDelays } from './record-delays.ts'
import { DELAYED_PAYOUT, isOurFailure } from './rules.ts'
import { movePayout } from './settle-payout.ts'

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
      leasedUntil: null,
      endedAt: now,
    })
    const { id: payoutId, principalId, amount, book, currency, timesTaken: nth } = payout
    await post(tx, 'transfer_refused', {
      payoutId,
      principalId,
      amount,
      book,
      currency,
      nth,
      occurredAt: now,
    })
    await notifyCreator(tx, failed)
    if (code === 'insufficient_balance') {
      const run = { id: payout.runId, book, confirmed: null }
      await recordDelays(tx, run, 'balance', [{ principalId, amount }])
      await notifyOfShortBalance(tx, run, { creators: 1, cents: amount })
    } else if (isOurFailure(code)) {
      await notifyOperators(tx, payout, publicMessage)
    }
    tx.afterCommit(() =>
      tx.log.error(
        { payoutId, code, reason: publicMessage },
        'a payout was refused, and nothing was sent',
      ),
    )
  })
}

/** Each operator hears of the first such refusal of a run: a wrong key refuses all its payouts. */
async function notifyOperators(
  tx: TxCtx,
  { runId, amount: cents, book }: PayoutRow,
  reason: string,
): Promise<void> {
  for (const to of await listStaff(tx, 'finance')) {
    await notify(tx, {
      to,
      kind: 'payouts_refused',
      subjectId: derivedId('payouts refused', runId, to),
      facts: { cents, reason, test: book !== 'live' },
    })
  }
}
