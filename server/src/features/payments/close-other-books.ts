import { formatCents } from '@vignette/contract/money.ts'
import { and, count, eq, inArray, isNull, ne, or, sum } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { type Book, bookOf } from '../ledger/index.ts'
import { currentBook, findGateway } from './find-gateway.ts'
import { findNameless } from './find-nameless.ts'
import { lockPayment } from './move-payment.ts'
import { performRelease } from './perform-release.ts'
import { requestRelease } from './request-release.ts'
import { payments } from './tables.ts'

const AT_ONCE = 200
const OPEN = ['created', 'authorized', 'capture_requested', 'release_requested'] as const

/**
 * After a change of gateway or keys no run can use what was opened before: checkouts are ended and
 * unused authorizations let go, where their gateway can be asked. A run under way keeps its own.
 */
export async function closeOtherBooks(ctx: Ctx): Promise<void> {
  if (ctx.otherGateways.length === 0) return
  const rows = await ctx.db
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
  for (const payment of rows) {
    if (payment.state === 'created') {
      await (payment.sessionId ? performRelease(ctx, payment.id) : findNameless(ctx, payment))
    } else {
      await inTransaction(ctx, async (tx) => {
        const now = await lockPayment(tx, payment.id)
        if (now.state === 'authorized' && !now.jobId) await requestRelease(tx, now, 'book')
      })
    }
  }
}

/** For the operator, at start: what is open in other books, and what becomes of it. */
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
