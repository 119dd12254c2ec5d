import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { OWNED_KINDS } from './account-kind.ts'
import type { Money } from './book.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './tables.ts'

/** Principals whose own accounts have lines that meet a condition on `ledger_postings` and `ledger_entries`. */
export async function listMovedPrincipals(
  ctx: Pick<Ctx, 'db'>,
  money: Money,
  where: SQL | undefined,
): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ id: ledgerAccounts.ownerId })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        inArray(ledgerAccounts.kind, [...OWNED_KINDS]),
        eq(ledgerAccounts.currency, money.currency),
        eq(ledgerAccounts.book, money.book),
        where,
      ),
    )
  return rows.flatMap(({ id }) => id ?? [])
}
