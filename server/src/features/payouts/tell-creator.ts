import type { TxCtx } from '../../ctx.ts'
import { tell } from '../notices/index.ts'
import type { AdjustmentRow, HoldRow, PayoutRow } from './tables.ts'

/** The one place where a creator hears of a payout, in the transaction that makes the news true. */
export async function tellCreator(tx: TxCtx, payout: PayoutRow): Promise<void> {
  const { id: subjectId, principalId: to, state, amount: cents } = payout
  const news = { to, subjectId }
  const facts = { cents, test: payout.book !== 'live' }
  const reason = payout.reason ?? 'No reason was given.'
  if (state === 'paid') return tell(tx, { ...news, kind: 'payout_paid', facts })
  if (state === 'failed') {
    return tell(tx, { ...news, kind: 'payout_failed', facts: { ...facts, reason } })
  }
  if (state === 'returned' && payout.reversalReason !== null) {
    return tell(tx, { ...news, kind: 'payout_reversed', facts: { ...facts, reason } })
  }
  if (state === 'returned') {
    return tell(tx, { ...news, kind: 'payout_returned', facts: { ...facts, reason } })
  }
  if (state !== 'in_transit') return undefined
  if (payout.reason === null) return tell(tx, { ...news, kind: 'payout_sent', facts })
  return tell(tx, { ...news, kind: 'payout_bank_refused', facts: { ...facts, reason } })
}

export async function tellOfHold(tx: TxCtx, hold: HoldRow): Promise<void> {
  const { id: subjectId, principalId: to, amount: cents, reason, until, book } = hold
  const facts = { cents, reason, until: until?.toISOString() ?? null, test: book !== 'live' }
  await tell(tx, { to, kind: 'payout_held', subjectId, facts })
}

export async function tellOfAdjustment(tx: TxCtx, row: AdjustmentRow): Promise<void> {
  const { id: subjectId, principalId: to, amount: cents, reason, book } = row
  await tell(tx, {
    to,
    kind: 'balance_adjusted',
    subjectId,
    facts: { cents, reason, test: book !== 'live' },
  })
}
