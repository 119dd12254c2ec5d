import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './tables.ts'

/** Whether a payout that the vendor has made was not wholly given back. */
export async function hasBeenPaid(
  ctx: Pick<Ctx, 'db'>,
  ownerIds: string[],
  { book, currency }: Money,
): Promise<boolean> {
  const found = await ctx.db
    .select({ id: ledgerEntries.subjectId })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        inArray(ledgerAccounts.ownerId, ownerIds),
        eq(ledgerAccounts.currency, currency),
        eq(ledgerAccounts.book, book),
        eq(ledgerEntries.subjectType, 'payout'),
        sql`exists (select 1 from ledger_entries made
          where made.subject_type = 'payout' and made.subject_id = ${ledgerEntries.subjectId}
          and made.kind = 'transfer_made')`,
      ),
    )
    .groupBy(ledgerEntries.subjectId)
    .having(sql`sum(${ledgerPostings.amount}) > 0`)
    .limit(1)
  return found.length > 0
}
