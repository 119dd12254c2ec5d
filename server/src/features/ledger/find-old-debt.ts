import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './tables.ts'

/** What a person has owed back all the time since then; 0 where the person has sold since. */
export async function findOldDebt(
  ctx: Pick<Ctx, 'db'>,
  ownerIds: string[],
  { book, currency }: Money,
  since: Date,
): Promise<number> {
  const isOld = sql`${ledgerEntries.occurredAt} <= ${since.toISOString()}::timestamptz`
  const [row] = await ctx.db
    .select({
      now: sql<string>`coalesce(sum(${ledgerPostings.amount}), 0)`,
      old: sql<string>`coalesce(sum(${ledgerPostings.amount}) filter (where ${isOld}), 0)`,
      sales: sql<string>`count(*) filter (where ${ledgerEntries.kind} = 'capture' and not ${isOld})`,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        inArray(ledgerAccounts.ownerId, ownerIds),
        eq(ledgerAccounts.currency, currency),
        eq(ledgerAccounts.book, book),
      ),
    )
  if (!row || Number(row.sales) > 0) return 0
  return Math.max(0, Math.min(Number(row.now), Number(row.old)))
}
