import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './tables.ts'

/** What a person is owed of each of these sales, where the sale has cleared by then. */
export async function sumClearedBySale(
  ctx: Pick<Ctx, 'db'>,
  { ownerIds, book, currency }: Money & { ownerIds: string[] },
  paymentIds: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      paymentId: ledgerEntries.paymentId,
      amount: sql<string>`sum(-${ledgerPostings.amount})`,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        inArray(ledgerEntries.paymentId, [...paymentIds]),
        inArray(ledgerAccounts.ownerId, ownerIds),
        eq(ledgerAccounts.currency, currency),
        eq(ledgerAccounts.book, book),
        sql`${ledgerPostings.clearsAt} <= ${at.toISOString()}::timestamptz`,
      ),
    )
    .groupBy(ledgerEntries.paymentId)
  return new Map(rows.map(({ paymentId, amount }) => [paymentId ?? '', Number(amount)]))
}
