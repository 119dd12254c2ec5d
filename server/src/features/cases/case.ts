import type { CaseSide } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { mayCall } from '@vignette/contract/staff.ts'
import { eq } from 'drizzle-orm'
import type { Ctx, Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type CaseRow, cases } from '../../schema/cases.ts'
import { type PaymentRow, payments } from '../../schema/payments.ts'
import { viewShared } from '../creations/index.ts'
import { isStaff, listOwners } from '../identity/index.ts'
import { lockPayment } from '../payments/index.ts'
import { describeCase, isUndecided, mayOf, waitsFor } from './rules.ts'

export interface FoundCase {
  row: CaseRow
  payment: PaymentRow
}

export function caseNotFound(): AppError {
  return new AppError('not_found', 'There is no such case.')
}

export function assertUndecided(row: CaseRow): void {
  if (!isUndecided(row)) throw new AppError('conflict', 'This case is closed already.')
}

export async function findCase(ctx: Pick<Ctx, 'db'>, id: string): Promise<FoundCase | undefined> {
  const [found] = await ctx.db
    .select({ row: cases, payment: payments })
    .from(cases)
    .innerJoin(payments, eq(payments.id, cases.paymentId))
    .where(eq(cases.id, id))
  return found
}

/** Reads the case about a payment and locks its row; the caller has locked the payment. */
export async function lockCaseOf(tx: TxCtx, paymentId: string): Promise<CaseRow | undefined> {
  const [row] = await tx.db.select().from(cases).where(eq(cases.paymentId, paymentId)).for('update')
  return row
}

/** Locks the payment first, as refunds and disputes do, and the case second. */
export async function lockCase(tx: TxCtx, id: string): Promise<FoundCase> {
  const found = await findCase(tx, id)
  if (!found) throw caseNotFound()
  const payment = await lockPayment(tx, found.payment.id)
  const row = await lockCaseOf(tx, payment.id)
  if (!row) throw caseNotFound()
  return { row, payment }
}

/** The buyer's only case about a payment. */
export async function findCaseAbout(
  ctx: Pick<Ctx, 'db'>,
  paymentId: string,
): Promise<CaseRow | undefined> {
  const [row] = await ctx.db.select().from(cases).where(eq(cases.paymentId, paymentId))
  return row
}

/** The side from which a person takes part in a case; undefined for a stranger. */
export async function sideOf(
  ctx: Pick<Ctx, 'db'>,
  { row, payment }: FoundCase,
  person: Principal,
): Promise<CaseSide | undefined> {
  if (payment.buyerId === person.id) return 'buyer'
  if (row.creatorId === person.id) return 'creator'
  const owners = await listOwners(ctx, person.id)
  if (row.creatorId && owners.includes(row.creatorId)) return 'creator'
  return mayCall(person.roles, 'grantCase') ? 'operator' : undefined
}

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
    may: mayOf(row, side, isStaff(ctx, 'grantCase') || ctx.caller.principal?.kind === 'user'),
  }
}

/** Writes a change of an undecided case; the caller has locked payment and case. */
export async function changeCase(
  tx: TxCtx,
  { row, payment }: FoundCase,
  set: Partial<CaseRow>,
): Promise<FoundCase> {
  assertUndecided(row)
  const [changed] = await tx.db.update(cases).set(set).where(eq(cases.id, row.id)).returning()
  if (!changed) throw new Error('the case was not written')
  return { row: changed, payment }
}
