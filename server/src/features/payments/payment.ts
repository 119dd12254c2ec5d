import type { PaymentState } from '@vignette/contract/payments.ts'
import { and, asc, desc, eq, inArray, isNull, like, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  type PaymentRow,
  paymentEvents,
  paymentRefunds,
  payments,
  type RefundRow,
  webhookEvents,
} from '../../schema/payments.ts'
import { moneyEvents } from './events.ts'
import { MOVES } from './rules.ts'

export type Reader = Pick<Ctx, 'db'>

export async function findPayment(ctx: Reader, id: string): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db.select().from(payments).where(eq(payments.id, id))
  return row
}

/** The newest event about a checkout that the queue has not processed yet. */
export async function findWaitingEvent(
  ctx: Reader,
  sessionId: string,
): Promise<string | undefined> {
  const [event] = await ctx.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), eq(webhookEvents.sessionId, sessionId)))
    .orderBy(desc(webhookEvents.receivedAt))
    .limit(1)
  return event?.id
}

/** Each change of a payment's state, in order, with the creation that it names. */
export async function listMoves(
  ctx: Reader,
  paymentId: string,
): Promise<{ to: PaymentState; at: Date; creationId: unknown }[]> {
  const rows = await ctx.db
    .select({ name: paymentEvents.name, at: paymentEvents.at, detail: paymentEvents.detail })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), like(paymentEvents.name, 'payment.%')))
    .orderBy(asc(paymentEvents.id))
  return rows.map(({ name, at, detail }) => ({
    to: name.slice('payment.'.length) as PaymentState,
    at,
    creationId: detail['creation'],
  }))
}

/** The recipes' names as their newest buyers saw them. */
export async function findWorkflowNames(
  ctx: Reader,
  workflowIds: string[],
): Promise<Map<string, string>> {
  if (workflowIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectDistinctOn([payments.workflowId], {
      workflowId: payments.workflowId,
      name: payments.workflowName,
    })
    .from(payments)
    .where(inArray(payments.workflowId, workflowIds))
    .orderBy(payments.workflowId, desc(payments.id))
  return new Map(rows.map(({ workflowId, name }) => [workflowId, name]))
}

/** When each of these was sold, and the recipe's name as its buyer saw it. */
export async function findSold(
  ctx: Reader,
  paymentIds: string[],
): Promise<Map<string, { name: string; capturedAt: Date | null }>> {
  const rows = await ctx.db
    .select({
      id: payments.id,
      name: payments.workflowName,
      capturedAt: payments.capturedAt,
    })
    .from(payments)
    .where(sql`${payments.id} = any(${sql.param(paymentIds)}::uuid[])`)
  return new Map(rows.map(({ id, ...sold }) => [id, sold]))
}

/** Reads the payment and locks its row until the transaction ends. */
export async function lockPayment(tx: TxCtx, id: string): Promise<PaymentRow> {
  const [row] = await tx.db.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!row) throw new AppError('not_found', 'There is no such payment.')
  return row
}

export async function changePayment(
  tx: TxCtx,
  payment: PaymentRow,
  set: Partial<PaymentRow>,
): Promise<PaymentRow> {
  const [changed] = await tx.db
    .update(payments)
    .set(set)
    .where(eq(payments.id, payment.id))
    .returning()
  if (!changed) throw new AppError('not_found', 'There is no such payment.')
  return changed
}

/** Makes one allowed change of state, with its event, in the caller's transaction. */
export async function movePayment(
  tx: TxCtx,
  payment: PaymentRow,
  to: PaymentState,
  set: Partial<PaymentRow> = {},
  detail: Detail = {},
): Promise<PaymentRow> {
  if (!MOVES[payment.state].includes(to)) {
    throw new AppError('payment_state', `A payment that is ${payment.state} cannot become ${to}.`)
  }
  const left = payment.state === 'delivered' ? leaveProof(to) : {}
  const [moved] = await tx.db
    .update(payments)
    .set({ ...left, ...set, state: to, movedAt: tx.clock.now() })
    .where(and(eq(payments.id, payment.id), eq(payments.state, payment.state)))
    .returning()
  if (!moved) throw new AppError('payment_state', 'The payment has just changed. Please try again.')
  await recordEvent(tx, payment.id, `payment.${to}`, detail)
  const { creationId } = payment
  if (creationId && moved.creationId === null && to !== 'authorized') {
    await moneyEvents.proofEnded.emit(tx, { paymentId: payment.id, creationId })
  }
  return moved
}

/** The fields that are cleared when a buyer decides about a proof; for a kept proof the creation and the run stay. */
function leaveProof(to: PaymentState): Partial<PaymentRow> {
  if (to === 'capture_requested') return { decideBy: null }
  return { decideBy: null, creationId: null, jobId: null, providerCost: 0 }
}

type Detail = Record<string, string | number | null>

export async function recordEvent(
  tx: TxCtx,
  paymentId: string,
  name: string,
  detail: Detail = {},
): Promise<void> {
  await tx.db.insert(paymentEvents).values({ paymentId, name, detail, at: tx.clock.now() })
}

/** Counts a key as used up once, however many requests failed under it concurrently. */
export async function useNextKey(ctx: Ctx, used: PaymentRow | RefundRow): Promise<void> {
  const table = 'paymentId' in used ? paymentRefunds : payments
  await ctx.db
    .update(table)
    .set({ keyNumber: used.keyNumber + 1 })
    .where(and(eq(table.id, used.id), eq(table.keyNumber, used.keyNumber)))
}

/** Gives a payment to another buyer, who then has its receipt. */
export async function handOverPayment(
  tx: TxCtx,
  { paymentId, from, to }: { paymentId: string; from: string; to: string },
): Promise<void> {
  await tx.db
    .update(payments)
    .set({ buyerId: to })
    .where(and(eq(payments.id, paymentId), eq(payments.buyerId, from)))
}
