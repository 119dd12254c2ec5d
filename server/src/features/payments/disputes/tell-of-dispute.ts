import type { TxCtx } from '../../../ctx.ts'
import { derivedId } from '../../../platform/ids.ts'
import { tell } from '../../notices/index.ts'
import type { PaymentRow } from '../tables.ts'
import { describeReason } from './describe-reason.ts'
import { shareOf } from './share-of.ts'
import type { DisputeRow } from './tables.ts'

/** Tells the creator that a bank asks, takes, gives back or keeps, in the transaction of the change. */
export async function tellOfDispute(
  tx: TxCtx,
  payment: PaymentRow,
  dispute: DisputeRow,
): Promise<void> {
  const { id, state, amount: cents, reason, dueBy } = dispute
  const { creatorId, workflowName: recipe, testMode: test } = payment
  if (!creatorId) return
  const share = shareOf(payment, cents)
  const at = tx.clock.now().getTime()
  // An appeal may decide a dispute again, which is news again.
  const subjectId = derivedId('dispute', id, state, state === 'won' || state === 'lost' ? at : 0)
  const news = { to: creatorId, subjectId }
  const facts = { recipe, cents, share, test }
  const asked = { ...facts, reason: describeReason(reason), until: dueBy?.toISOString() ?? null }
  if (state === 'inquiry') return tell(tx, { ...news, kind: 'dispute_inquiry', facts: asked })
  if (state === 'opened') return tell(tx, { ...news, kind: 'dispute_opened', facts: asked })
  const kind = state === 'won' ? 'dispute_won' : 'dispute_lost'
  return tell(tx, { ...news, kind, facts })
}
