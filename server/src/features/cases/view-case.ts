import type { CaseSide } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import type { Ctx } from '../../ctx.ts'
import { viewShared } from '../creations/index.ts'
import type { FoundCase } from './queries.ts'
import { describeCase, isUndecided, mayOf, waitsFor } from './rules.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

/** The case as one side sees it: the creator learns of the buyer what the buyer consented to. */
export async function viewCase(
  ctx: Ctx,
  { row, payment }: FoundCase,
  side: CaseSide,
): Promise<CaseView> {
  const { creationId } = payment
  const shows = side !== 'buyer' && row.shared && isUndecided(row) && creationId !== null
  return {
    id: row.id,
    payment_id: payment.id,
    side,
    state: row.state,
    reason: row.reason,
    text: row.text,
    workflow_id: payment.workflowId,
    workflow_name: payment.workflowName,
    workflow_version: payment.workflowVersion,
    currency: payment.currency,
    test_mode: payment.testMode,
    amount: payment.captured,
    refunded: payment.refunded,
    words: describeCase(row, side),
    waits_for: waitsFor(row),
    created_at: row.createdAt.toISOString(),
    answer_by: row.answerBy.toISOString(),
    answer: row.answer,
    answered_at: iso(row.answeredAt),
    operator_since: iso(row.operatorSince),
    granted: row.granted,
    decision: row.state === 'ended' ? null : row.decision,
    decided_by: row.decidedBy,
    decided_at: iso(row.decidedAt),
    shared: row.shared,
    creation_id: side === 'buyer' ? creationId : null,
    creation: shows ? await viewShared(ctx, creationId) : null,
    may: mayOf(row, side, ctx.caller.principal?.kind === 'user'),
  }
}
