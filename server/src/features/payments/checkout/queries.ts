import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { currentBook } from '../current-book.ts'
import { type Reader } from '../queries.ts'
import { type PaymentRow, paymentEvents, payments } from '../tables.ts'
import { neededUntil } from './rules.ts'

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

/** An authorisation of the current book, with a run, with a proof or with neither. */
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
        inArray(payments.state, ['authorized', 'delivered']),
      ),
    )
    .orderBy(asc(payments.id))
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
