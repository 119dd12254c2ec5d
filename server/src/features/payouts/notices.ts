import type { TxCtx } from '../../ctx.ts'
import { derivedId } from '../../platform/ids.ts'
import type { AdjustmentRow, HoldRow, PayoutRow } from '../../schema/payouts.ts'
import { notify } from '../notices/index.ts'
import { payoutEvents } from './events.ts'
import { isOurFailure, nextRunAt } from './rules.ts'

type DelayedPayout = Pick<PayoutRow, 'runId' | 'principalId' | 'amount' | 'book'>

/** The one place where a creator hears of a payout, in the transaction that makes the news true. */
export async function notifyCreator(tx: TxCtx, payout: PayoutRow): Promise<void> {
  const { id: subjectId, principalId: to, state, amount: cents } = payout
  const news = { to, subjectId }
  const facts = { cents, test: payout.book !== 'live' }
  const reason = payout.reason ?? 'No reason was given.'
  const isRefused = state === 'in_transit' && payout.reason !== null
  if (state === 'failed' || state === 'returned' || isRefused) {
    await payoutEvents.failed.emit(tx, { payout })
  }
  if (state === 'paid') return notify(tx, { ...news, kind: 'payout_paid', facts })
  if (state === 'failed' && isOurFailure(payout.failure)) {
    const { runId, principalId, amount, book } = payout
    return notifyOfDelay(tx, { runId, principalId, amount, book })
  }
  if (state === 'failed') {
    return notify(tx, { ...news, kind: 'payout_failed', facts: { ...facts, reason } })
  }
  if (state === 'returned' && payout.reversalReason !== null) {
    return notify(tx, { ...news, kind: 'payout_reversed', facts: { ...facts, reason } })
  }
  if (state === 'returned') {
    return notify(tx, { ...news, kind: 'payout_returned', facts: { ...facts, reason } })
  }
  if (state !== 'in_transit') return undefined
  if (!isRefused) return notify(tx, { ...news, kind: 'payout_sent', facts })
  return notify(tx, { ...news, kind: 'payout_bank_refused', facts: { ...facts, reason } })
}

/** Told once a run, by the run or after the vendor's refusal. */
export async function notifyOfDelay(
  tx: TxCtx,
  { runId, principalId: to, amount: cents, book }: DelayedPayout,
): Promise<void> {
  const until = nextRunAt(tx.clock.now()).toISOString()
  const subjectId = derivedId('payout delayed', runId, to)
  const facts = { cents, until, test: book !== 'live' }
  await notify(tx, { to, kind: 'payout_delayed', subjectId, facts })
}

export async function notifyOfHold(tx: TxCtx, hold: HoldRow): Promise<void> {
  const { id: subjectId, principalId: to, amount: cents, reason, until, book } = hold
  const facts = { cents, reason, until: until?.toISOString() ?? null, test: book !== 'live' }
  await notify(tx, { to, kind: 'payout_held', subjectId, facts })
  await payoutEvents.held.emit(tx, { hold })
}

export async function notifyOfAdjustment(tx: TxCtx, row: AdjustmentRow): Promise<void> {
  const { id: subjectId, principalId: to, amount: cents, reason, book } = row
  await notify(tx, {
    to,
    kind: 'balance_adjusted',
    subjectId,
    facts: { cents, reason, test: book !== 'live' },
  })
}
