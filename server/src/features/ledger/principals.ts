import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import { OWNED_KINDS } from '../../schema/ledger-kinds.ts'
import type { Money } from './book.ts'

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
