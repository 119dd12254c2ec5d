import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import type { Money } from './book.ts'

/** Where the money of a person comes from; payouts and what came back of them are no source. */
interface Source {
  ownerId: string
  kind: 'sale' | 'commission' | 'free_runs' | 'adjustments'
  /** The payment of a sale or of a commission; the other kinds are one source each. */
  paymentId: string | null
  /** When the source cleared; sources without a day count from their last entry. */
  at: Date
  /** What the capture credited. */
  credited: number
  /** What is owed of it, after refunds and disputes. */
  owed: number
}

const kind = sql<Source['kind']>`case
  when ${ledgerAccounts.kind} = 'referrer' then 'commission'
  when ${ledgerPostings.sharePercent} is not null then 'sale'
  when ${ledgerEntries.kind} = 'free_run' then 'free_runs'
  else 'adjustments' end`

/** The sources of all that cleared by then, by owner: their sum, less payouts, is the cleared balance. */
export async function sumSources(
  ctx: Pick<Ctx, 'db'>,
  ownerIds: readonly string[],
  { book, currency }: Money,
  clearedBy: Date,
): Promise<Source[]> {
  const credit = sql`-${ledgerPostings.amount}`
  const rows = await ctx.db
    .select({
      ownerId: sql<string>`${ledgerAccounts.ownerId}`,
      kind,
      paymentId: sql<
        string | null
      >`case when ${ledgerPostings.clearsAt} is null then null else ${ledgerEntries.paymentId} end`,
      at: sql<Date>`max(coalesce(${ledgerPostings.clearsAt}, ${ledgerEntries.occurredAt}))`.mapWith(
        ledgerEntries.occurredAt,
      ),
      credited: sql<string>`coalesce(sum(${credit}) filter (where ${ledgerEntries.kind} = 'capture'), 0)`,
      owed: sql<string>`sum(${credit})`,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        sql`${ledgerAccounts.ownerId} = any(${sql.param([...ownerIds])}::uuid[])`,
        eq(ledgerAccounts.currency, currency),
        eq(ledgerAccounts.book, book),
        sql`${ledgerEntries.subjectType} <> 'payout'`,
        sql`(${ledgerPostings.clearsAt} is null or ${ledgerPostings.clearsAt} <= ${clearedBy.toISOString()}::timestamptz)`,
      ),
    )
    .groupBy(sql`1`, sql`2`, sql`3`)
  return rows.map((row) => ({ ...row, credited: Number(row.credited), owed: Number(row.owed) }))
}

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
