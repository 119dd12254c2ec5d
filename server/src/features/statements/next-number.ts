import { sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { Book } from '../ledger/index.ts'
import { formatNumber } from './rules.ts'
import { paperNumbers } from './tables.ts'

/**
 * The next number of a series. The series stays locked until the transaction ends, and a transaction
 * that fails gives the number back, so no number is missing or used twice. A transaction asks last.
 */
export async function nextNumber(tx: TxCtx, book: Book, series: string): Promise<string> {
  const [row] = await tx.db
    .insert(paperNumbers)
    .values({ book, series, last: 1 })
    .onConflictDoUpdate({
      target: [paperNumbers.book, paperNumbers.series],
      set: { last: sql`${paperNumbers.last} + 1` },
    })
    .returning({ last: paperNumbers.last })
  if (!row) throw new Error('the number was not written')
  return formatNumber(book, series, row.last)
}
