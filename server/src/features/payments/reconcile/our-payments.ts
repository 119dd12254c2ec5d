import { asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import {
  type PaymentRow,
  paymentDisputes,
  paymentEvents,
  paymentRefunds,
  payments,
} from '../../../schema/payments.ts'
import { sumPostedByPayment } from '../../ledger/index.ts'
import type { Reader } from '../payment.ts'
import type { OurView } from './compare-payment.ts'

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

const PAGE = 500

/** This server's rows of these payments with their ledger totals. */
export async function readOurs(ctx: Ctx, rows: PaymentRow[]): Promise<OurView[]> {
  const views: OurView[] = []
  for (let at = 0; at < rows.length; at += PAGE) {
    const page = rows.slice(at, at + PAGE)
    const ids = page.map((payment) => payment.id)
    const refunds = await ctx.db
      .select()
      .from(paymentRefunds)
      .where(inArray(paymentRefunds.paymentId, ids))
    const disputes = await ctx.db
      .select()
      .from(paymentDisputes)
      .where(inArray(paymentDisputes.paymentId, ids))
    const posted = await sumPostedByPayment(ctx, ids)
    for (const payment of page) {
      views.push({
        payment,
        refunds: refunds.filter((refund) => refund.paymentId === payment.id),
        disputes: disputes.filter((dispute) => dispute.paymentId === payment.id),
        posted: posted.get(payment.id) ?? { captured: 0, refunded: 0, disputed: 0, tax: 0 },
      })
    }
  }
  return views
}
