import type { TxCtx } from '../../ctx.ts'
import { tell } from '../notices/index.ts'
import type { PayoutRow } from './tables.ts'

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
  if (state === 'returned') {
    return tell(tx, { ...news, kind: 'payout_returned', facts: { ...facts, reason } })
  }
  if (state !== 'in_transit') return undefined
  if (payout.reason === null) return tell(tx, { ...news, kind: 'payout_sent', facts })
  return tell(tx, { ...news, kind: 'payout_bank_refused', facts: { ...facts, reason } })
}
