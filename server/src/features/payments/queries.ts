import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { currentBook } from './find-gateway.ts'
import { neededUntil } from './rules.ts'
import {
  type DisputeRow,
  type PaymentRow,
  paymentDisputes,
  paymentEvents,
  paymentRefunds,
  payments,
  type RefundRow,
} from './tables.ts'

type Reader = Pick<Ctx, 'db'>

export async function findPayment(ctx: Reader, id: string): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db.select().from(payments).where(eq(payments.id, id))
  return row
}

export async function findBySession(
  ctx: Reader,
  buyerId: string,
  sessionId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.sessionId, sessionId), eq(payments.buyerId, buyerId)))
  return row
}

/** A condition: payments of the buyer for the recipe, paid or begun. */
export function isFor(buyerId: string, workflowId: string) {
  return and(eq(payments.buyerId, buyerId), eq(payments.workflowId, workflowId))
}

const unused = and(eq(payments.state, 'authorized'), isNull(payments.jobId))

/**
 * A condition: of the current book, authorised, without a run, and valid long enough for a run that begins
 * now.
 */
export function isClaimable(ctx: Pick<Ctx, 'clock' | 'gateway'>) {
  const { book, captureBefore } = payments
  const until = neededUntil(ctx.clock.now())
  return and(
    unused,
    eq(book, currentBook(ctx)),
    or(isNull(captureBefore), gt(captureBefore, until)),
  )
}

/** A condition: authorised, without a run, and too close to expiry for any run. */
export function isExpiring(now: Date) {
  return and(unused, lte(payments.captureBefore, neededUntil(now)))
}

/** The oldest authorisation that a run could use. */
export async function findUnused(
  ctx: Pick<Ctx, 'db' | 'clock' | 'gateway'>,
  buyerId: string,
  workflowId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(and(isFor(buyerId, workflowId), isClaimable(ctx)))
    .orderBy(asc(payments.id))
    .limit(1)
  return row
}

/** An authorisation of the current book, with or without a run. */
export async function findAuthorizedOrUsed(
  ctx: Pick<Ctx, 'db' | 'gateway'>,
  buyerId: string,
  workflowId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        isFor(buyerId, workflowId),
        eq(payments.book, currentBook(ctx)),
        eq(payments.state, 'authorized'),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(1)
  return row
}

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

/** The actor that had an authorisation released; undefined for none. */
export async function findReleaser(ctx: Reader, paymentId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ detail: paymentEvents.detail })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.paymentId, paymentId),
        eq(paymentEvents.name, 'payment.release_requested'),
      ),
    )
  const by = row?.detail['by']
  return typeof by === 'string' ? by : undefined
}

export async function listRefunds(ctx: Reader, paymentId: string): Promise<RefundRow[]> {
  return ctx.db
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, paymentId))
    .orderBy(asc(paymentRefunds.id))
}

export async function listDisputes(ctx: Reader, paymentId: string): Promise<DisputeRow[]> {
  return ctx.db
    .select()
    .from(paymentDisputes)
    .where(eq(paymentDisputes.paymentId, paymentId))
    .orderBy(asc(paymentDisputes.createdAt))
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
