import { formatCents } from '@vignette/contract/money.ts'
import { and, count, eq, inArray, isNull, ne, or, sum } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { sweepEach } from '../../../platform/sweep.ts'
import { payments } from '../../../schema/payments.ts'
import { type Book, bookOf } from '../../ledger/index.ts'
import { performRelease } from '../capture/release-payment.ts'
import { requestRelease } from '../capture/request-release.ts'
import { recoverCheckout } from '../checkout/end-checkout.ts'
import { currentBook, findGateway } from '../gateway.ts'
import { lockPayment } from '../payment.ts'

const AT_ONCE = 200
const OPEN = [
  'created',
  'authorized',
  'delivered',
  'capture_requested',
  'release_requested',
] as const

/**
 * After a change of gateway or keys no new run can use older payments: expires their checkouts and
 * releases unused authorisations where their gateway is reachable. A running job keeps its payment.
 */
export async function closeOtherBooks(ctx: Ctx): Promise<void> {
  if (ctx.otherGateways.length === 0) return
  const rows = ctx.db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.book, ctx.otherGateways.map(bookOf)),
        or(
          eq(payments.state, 'created'),
          and(eq(payments.state, 'authorized'), isNull(payments.jobId)),
        ),
      ),
    )
    .limit(AT_ONCE)
  await sweepEach(ctx, rows, async (payment) => {
    if (payment.state === 'created') {
      await (payment.sessionId ? performRelease(ctx, payment.id) : recoverCheckout(ctx, payment))
    } else {
      await inTransaction(ctx, async (tx) => {
        const now = await lockPayment(tx, payment.id)
        if (now.state === 'authorized' && !now.jobId) await requestRelease(tx, now, 'book')
      })
    }
  })
}

/** Tells the operator at start which payments of other books are open and what happens to them. */
export async function describeOtherBooks(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({
      book: payments.book,
      state: payments.state,
      number: count(),
      cents: sum(payments.amount),
    })
    .from(payments)
    .where(and(ne(payments.book, currentBook(ctx)), inArray(payments.state, [...OPEN])))
    .groupBy(payments.book, payments.state)
    .orderBy(payments.book)
  return [...new Set(rows.map(({ book }) => book))].map((book) => {
    const open = rows.filter((row) => row.book === book)
    const states = open
      .map(({ state, number, cents }) => `${number} ${state} (${formatCents(Number(cents))})`)
      .join(', ')
    return `Payments are in the book ${currentBook(ctx)} now. Open in ${book}: ${states}. ${outlook(ctx, book)}`
  })
}

function outlook(ctx: Ctx, book: Book): string {
  return findGateway(ctx, { book })
    ? 'Checkouts are ended and unused authorisations released within minutes; a run under way ends in its own book.'
    : 'No run can use them. This server has no keys for that book: start it with them once more, or settle these payments at the gateway. Until then `reconcile` reports them.'
}
