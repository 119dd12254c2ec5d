import { asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import { type Reader } from '../queries.ts'
import { paymentRefunds } from '../refunds/tables.ts'
import { type PaymentRow, paymentEvents, payments } from '../tables.ts'

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
