import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { ledgerAccounts, ledgerPostings } from './tables.ts'

interface CommissionSums {
  /** All commission less what refunds and disputes took back; payouts are not deducted. */
  earned: number
  /** The part of `earned` that has not cleared yet. */
  pending: number
}

/** The commission of one person's referred sales. */
export async function sumCommission(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  ownerIds: string[],
  { book, currency }: Money,
): Promise<CommissionSums> {
  const credit = sql<string>`coalesce(sum(-${ledgerPostings.amount}), 0)`
  const now = ctx.clock.now().toISOString()
  const [row] = await ctx.db
    .select({
      earned: credit,
      pending: sql<string>`coalesce(sum(-${ledgerPostings.amount}) filter (where ${ledgerPostings.clearsAt} > ${now}::timestamptz), 0)`,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(
      and(
        eq(ledgerAccounts.kind, 'referrer'),
        inArray(ledgerAccounts.ownerId, ownerIds),
        eq(ledgerAccounts.currency, currency),
        eq(ledgerAccounts.book, book),
      ),
    )
  return { earned: Number(row?.earned ?? 0), pending: Number(row?.pending ?? 0) }
}
