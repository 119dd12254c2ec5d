import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { ledgerAccounts, ledgerPostings } from './tables.ts'

/** Principals whose own creator account is below zero by more than a sum. */
export async function listDebtors(
  ctx: Pick<Ctx, 'db'>,
  { book, currency }: Money,
  above: number,
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: ledgerAccounts.ownerId })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(
      and(
        eq(ledgerAccounts.kind, 'creator'),
        eq(ledgerAccounts.currency, currency),
        eq(ledgerAccounts.book, book),
      ),
    )
    .groupBy(ledgerAccounts.ownerId)
    .having(sql`sum(${ledgerPostings.amount}) > ${above}`)
  return rows.flatMap(({ id }) => id ?? [])
}
