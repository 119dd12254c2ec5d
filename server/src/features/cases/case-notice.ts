import { CASE_REASON_WORDS } from '@vignette/contract/case-words.ts'
import type { TxCtx } from '../../ctx.ts'
import { notify } from '../notices/index.ts'
import type { FoundCase } from './case.ts'
import { describeCase } from './rules.ts'

function factsOf({ row, payment }: FoundCase) {
  const { id: number, workflowName: recipe, captured: cents, creationId, testMode: test } = payment
  return { recipe, number, cents, creationId, test, why: CASE_REASON_WORDS[row.reason] }
}

const ofBuyer = ({ row, payment }: FoundCase) => ({
  to: payment.buyerId,
  subjectId: row.id,
  about: [payment.id, payment.creationId],
})

/** Asks the creator for an answer, once at the start and once a day before the time is over. */
export async function askCreator(tx: TxCtx, found: FoundCase, again: boolean): Promise<void> {
  const { id: subjectId, creatorId, answerBy } = found.row
  if (!creatorId) return
  const facts = { ...factsOf(found), answerBy: answerBy.toISOString() }
  const kind = again ? 'case_reminder' : 'case_opened'
  await notify(tx, { to: creatorId, subjectId, kind, facts })
}

/** Tells the buyer that the operator decides now: the creator answered, or the time is over. */
export async function notifyOfTurn(tx: TxCtx, found: FoundCase): Promise<void> {
  const kind = found.row.state === 'answered' ? 'case_answered' : 'case_escalated'
  await notify(tx, { ...ofBuyer(found), kind, facts: factsOf(found) })
}

/** Tells both sides how the case was closed; after a failed refund a case may be granted again. */
export async function notifyOfCase(tx: TxCtx, found: FoundCase): Promise<void> {
  const { row } = found
  const paper = factsOf(found)
  const decision = row.state === 'ended' ? null : row.decision
  const subjectId = row.refundId ?? row.id
  if (row.creatorId && row.decidedBy !== 'creator') {
    const facts = { ...paper, outcome: describeCase(row, 'creator'), decision }
    await notify(tx, { to: row.creatorId, subjectId, kind: 'sale_case_closed', facts })
  }
  if (row.decidedBy === 'buyer') return
  const facts = { ...paper, outcome: describeCase(row, 'buyer'), decision }
  const news = { ...ofBuyer(found), subjectId, facts }
  if (row.state === 'granted') await notify(tx, { ...news, kind: 'case_granted' })
  else if (row.state === 'refused') await notify(tx, { ...news, kind: 'case_refused' })
  else await notify(tx, { ...news, kind: 'case_ended' })
}

/** Tells the buyer that the money of a granted case is not on its way after all. */
export async function notifyOfTrouble(
  tx: TxCtx,
  found: FoundCase,
  failed: { refundId: string; reason: string },
): Promise<void> {
  const facts = { ...factsOf(found), reason: failed.reason }
  await notify(tx, { ...ofBuyer(found), subjectId: failed.refundId, kind: 'case_stuck', facts })
}
