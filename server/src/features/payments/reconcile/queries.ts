import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Reader } from '../queries.ts'
import { paymentRefunds } from '../refunds/tables.ts'
import { type PaymentRow, paymentEvents, payments } from '../tables.ts'
import { webhookEvents } from './tables.ts'

/** Finds a payment by any of the gateway's ids. */
export async function findByReference(
  ctx: Reader,
  about: { sessionId: string | null; intentId: string | null; paymentId: string | null },
): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(
      or(
        about.sessionId ? eq(payments.sessionId, about.sessionId) : sql`false`,
        about.intentId ? eq(payments.intentId, about.intentId) : sql`false`,
        about.paymentId ? sql`${payments.id}::text = ${about.paymentId}` : sql`false`,
      ),
    )
    .limit(1)
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

export async function listSince(ctx: Reader, since: Date): Promise<PaymentRow[]> {
  return ctx.db
    .select()
    .from(payments)
    .where(gte(payments.createdAt, since))
    .orderBy(asc(payments.id))
}

/** Payments that changed since then, here or at the gateway, and payments that wait for an outcome. */
export async function listMoved(
  ctx: Reader,
  since: Date,
  intentIds: string[],
): Promise<PaymentRow[]> {
  const moved = ctx.db
    .select({ id: paymentEvents.paymentId })
    .from(paymentEvents)
    .where(gte(paymentEvents.at, since))
  const refunding = ctx.db
    .select({ id: paymentRefunds.paymentId })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.state, 'requested'))
  return ctx.db
    .select()
    .from(payments)
    .where(
      or(
        inArray(payments.id, moved),
        inArray(payments.id, refunding),
        inArray(payments.state, ['capture_requested', 'release_requested']),
        inArray(payments.intentId, intentIds),
      ),
    )
    .orderBy(asc(payments.id))
}
