import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { OWNED_KINDS } from './account-kind.ts'
import type { Money } from './book.ts'
import { ledgerAccounts, ledgerPostings } from './tables.ts'

/** Principals whose own accounts hold money that cleared by then; claimed visitors stand by themselves. */
export async function listOwedPrincipals(
  ctx: Pick<Ctx, 'db'>,
  money: Money,
  at: Date,
): Promise<string[]> {
  const cleared = sql`${ledgerPostings.clearsAt} is null or ${ledgerPostings.clearsAt} <= ${at.toISOString()}::timestamptz`
  const rows = await ctx.db
    .select({ id: ledgerAccounts.ownerId })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(
      and(
        inArray(ledgerAccounts.kind, [...OWNED_KINDS]),
        eq(ledgerAccounts.currency, money.currency),
        eq(ledgerAccounts.book, money.book),
        cleared,
      ),
    )
    .groupBy(ledgerAccounts.ownerId)
    .having(sql`sum(${ledgerPostings.amount}) < 0`)
  return rows.flatMap(({ id }) => id ?? [])
}
