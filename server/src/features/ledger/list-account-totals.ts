import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerAccounts, ledgerPostings } from '../../schema/ledger.ts'
import type { AccountKind } from '../../schema/ledger-kinds.ts'
import type { Book } from './book.ts'

interface AccountTotal {
  book: Book
  kind: AccountKind
  ownerId: string | null
  jurisdiction: string | null
  currency: string
  /** Debits less credits. */
  amount: number
}

/** The trial balance: the sum over all accounts of a book and currency is zero. */
export async function listAccountTotals(ctx: Ctx, book?: Book): Promise<AccountTotal[]> {
  const rows = await ctx.db
    .select({
      book: ledgerAccounts.book,
      kind: ledgerAccounts.kind,
      ownerId: ledgerAccounts.ownerId,
      jurisdiction: ledgerAccounts.jurisdiction,
      currency: ledgerAccounts.currency,
      amount: sql<string>`coalesce(sum(${ledgerPostings.amount}), 0)`,
    })
    .from(ledgerAccounts)
    .leftJoin(ledgerPostings, eq(ledgerPostings.accountId, ledgerAccounts.id))
    .where(book && eq(ledgerAccounts.book, book))
    .groupBy(ledgerAccounts.id)
    .orderBy(
      ledgerAccounts.book,
      ledgerAccounts.kind,
      ledgerAccounts.ownerId,
      ledgerAccounts.jurisdiction,
    )
  return rows.map((row) => ({
    ...row,
    kind: row.kind as AccountKind,
    amount: Number(row.amount),
  }))
}
