import type { PaymentState } from '@vignette/contract/payments.ts'
import { and, asc, desc, eq, inArray, isNull, like, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { webhookEvents } from './reconcile/tables.ts'
import { type PaymentRow, paymentEvents, payments } from './tables.ts'

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

/** Each change of a payment's state, in order. */
export async function listMoves(
  ctx: Reader,
  paymentId: string,
): Promise<{ to: PaymentState; at: Date }[]> {
  const rows = await ctx.db
    .select({ name: paymentEvents.name, at: paymentEvents.at })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), like(paymentEvents.name, 'payment.%')))
    .orderBy(asc(paymentEvents.id))
  return rows.map(({ name, at }) => ({ to: name.slice('payment.'.length) as PaymentState, at }))
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
