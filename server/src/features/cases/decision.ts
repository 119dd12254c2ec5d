import { CASE_REASON_WORDS } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type CaseRow, cases, type DecidedBy } from '../../schema/cases.ts'
import { lockCaller, lockCallerUnlessCommand, requireStaff } from '../identity/index.ts'
import { writeAudit } from '../moderation/index.ts'
import { assertDebtBounded, refundPayment } from '../payments/index.ts'
import {
  assertUndecided,
  caseNotFound,
  changeCase,
  type FoundCase,
  lockCase,
  sideOf,
  viewCase,
} from './case.ts'
import { notifyOfCase, notifyOfTrouble, notifyOfTurn } from './case-notice.ts'
import { caseEvents } from './events.ts'
import type { Ending } from './rules.ts'

/** The creator answers once; the operator decides from then on. */
export async function answerCase(ctx: Ctx, id: string, text: string): Promise<CaseView> {
  const found = await inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    const locked = await lockCase(tx, id)
    if ((await sideOf(tx, locked, owner)) !== 'creator') throw caseNotFound()
    if (locked.row.state === 'answered') {
      throw new AppError('conflict', 'You have answered this case already.')
    }
    const now = tx.clock.now()
    const answered = await changeCase(tx, locked, {
      state: 'answered',
      answer: text,
      answeredAt: now,
      operatorSince: locked.row.operatorSince ?? now,
    })
    await notifyOfTurn(tx, answered)
    return answered
  })
  return viewCase(ctx, found, 'creator')
}

/** Creator or operator gives the money back, in full or in part. */
export async function grantCase(
  ctx: Ctx,
  id: string,
  { amount, note }: { amount?: number | undefined; note: string },
): Promise<CaseView> {
  const { found, side } = await inTransaction(ctx, async (tx) => {
    // Alone, because each of a creator's refunds counts in the debt of the next.
    const owner = await lockCallerUnlessCommand(tx, 'no key update')
    const locked = await lockCase(tx, id)
    const side = owner ? await sideOf(tx, locked, owner) : 'operator'
    if (side !== 'creator' && side !== 'operator') throw caseNotFound()
    if (owner && side === 'creator') {
      const { payment } = locked
      const left = payment.captured - payment.refunded - payment.disputed
      await assertDebtBounded(tx, owner.id, { payment, amount: amount ?? left })
    }
    const granted = await giveBack(tx, locked, { amount, note: note || null, decidedBy: side })
    if (side === 'operator') await recordDecision(tx, granted)
    return { found: granted, side }
  })
  return viewCase(ctx, found, side)
}

/** The operator decides that nothing is given back. */
export async function refuseCase(ctx: Ctx, id: string, reason: string): Promise<CaseView> {
  requireStaff(ctx, 'refuseCase')
  const found = await inTransaction(ctx, async (tx) => {
    await lockCallerUnlessCommand(tx)
    const refused = await closeCase(tx, await lockCase(tx, id), {
      state: 'refused',
      decision: reason,
      decidedBy: 'operator',
    })
    await recordDecision(tx, refused)
    return refused
  })
  return viewCase(ctx, found, 'operator')
}

/** Requests the refund and closes the case as granted, in one transaction. */
export async function giveBack(
  tx: TxCtx,
  found: FoundCase,
  want: { amount?: number | undefined; note: string | null; decidedBy: DecidedBy },
): Promise<FoundCase> {
  const { row, payment } = found
  assertUndecided(row)
  const refund = await refundPayment(tx, {
    paymentId: payment.id,
    amount: want.amount,
    reason: want.note ?? `Case granted: ${CASE_REASON_WORDS[row.reason]}`,
    by: 'case',
  })
  return closeCase(tx, found, {
    state: 'granted',
    granted: refund.amount,
    refundId: refund.id,
    decision: want.note,
    decidedBy: want.decidedBy,
  })
}

/** Closes an undecided case and tells both sides. */
export async function closeCase(
  tx: TxCtx,
  found: FoundCase,
  outcome: Pick<CaseRow, 'state' | 'decision'> &
    Partial<Pick<CaseRow, 'granted' | 'refundId'>> & { decidedBy: DecidedBy },
): Promise<FoundCase> {
  const closed = await changeCase(tx, found, {
    ...outcome,
    trouble: null,
    decidedAt: tx.clock.now(),
  })
  await notifyOfCase(tx, closed)
  await caseEvents.closed.emit(tx, closed)
  return closed
}

/** Closes an undecided case because of what happened elsewhere. */
export async function endCase(tx: TxCtx, found: FoundCase, ending: Ending): Promise<void> {
  await closeCase(tx, found, { state: 'ended', decision: ending, decidedBy: 'event' })
}

/** A granted case whose refund failed is the operator's again. */
export async function reopenCase(
  tx: TxCtx,
  { row, payment }: FoundCase,
  reason: string,
): Promise<void> {
  const { refundId } = row
  if (row.state !== 'granted' || !refundId) return
  const now = tx.clock.now()
  const [reopened] = await tx.db
    .update(cases)
    .set({
      state: row.answeredAt ? 'answered' : 'open',
      granted: null,
      refundId: null,
      decision: null,
      decidedBy: null,
      decidedAt: null,
      operatorSince: row.operatorSince ?? now,
      operatorNotifiedAt: null,
      trouble: reason,
    })
    .where(eq(cases.id, row.id))
    .returning()
  if (!reopened) throw new Error('the case was not written')
  const found = { row: reopened, payment }
  await notifyOfTrouble(tx, found, { refundId, reason })
  await caseEvents.opened.emit(tx, found)
  if (payment.disputed > 0) await endCase(tx, found, 'disputed')
  tx.afterCommit(() => tx.log.error({ caseId: row.id, refundId }, 'the refund of a case failed'))
}

/** The audit log's row of the operator's decision; the command line has no account. */
async function recordDecision(tx: TxCtx, { row }: FoundCase): Promise<void> {
  const isGranted = row.state === 'granted'
  const words = isGranted ? [formatCents(row.granted ?? 0), row.decision] : [row.decision]
  await writeAudit(tx, {
    actorId: tx.caller.principal?.id ?? null,
    action: isGranted ? 'grant' : 'refuse',
    subjectType: 'case',
    subjectId: row.id,
    note: words.filter(Boolean).join(' '),
  })
}
