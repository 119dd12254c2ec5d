import { formatCents } from '@vignette/contract/money.ts'
import { and, count, inArray, ne, sum } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import type { Book } from '../../ledger/index.ts'
import { currentBook } from '../current-book.ts'
import { findGateway } from '../find-gateway.ts'
import { payments } from '../tables.ts'
import { OPEN } from './close-other-books.ts'

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
