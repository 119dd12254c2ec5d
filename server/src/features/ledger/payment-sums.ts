import { and, eq, inArray, isNotNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Groups, groupedTable } from '../../platform/db/groups.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import type { Money } from './book.ts'

interface SaleSums {
  /** What the creator is owed of the sale. */
  share: number
  /** The card fee that the gateway kept of the sale. */
  cardFee: number
}

const share = sql<string>`coalesce(sum(-${ledgerPostings.amount}) filter (where ${ledgerPostings.sharePercent} is not null), 0)`
const cardFee = sql<string>`coalesce(sum(${ledgerPostings.amount}) filter (where ${ledgerAccounts.kind} = 'processor_fees' and ${ledgerEntries.kind} = 'processor_fee'), 0)`

export async function sumByPayment(
  ctx: Pick<Ctx, 'db'>,
  paymentIds: string[],
): Promise<Map<string, SaleSums>> {
  const rows = await ctx.db
    .select({ paymentId: ledgerEntries.paymentId, share, cardFee })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(inArray(ledgerEntries.paymentId, paymentIds))
    .groupBy(ledgerEntries.paymentId)
  return new Map(
    rows.map((row) => [
      row.paymentId ?? '',
      { share: Number(row.share), cardFee: Number(row.cardFee) },
    ]),
  )
}

/** The creators' shares of all these payments; takes a subquery that selects their ids. */
export async function sumShares(ctx: Pick<Ctx, 'db'>, paymentIds: SQLWrapper): Promise<number> {
  const [row] = await ctx.db
    .select({ share })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .where(
      and(inArray(ledgerEntries.paymentId, paymentIds), isNotNull(ledgerPostings.sharePercent)),
    )
  return Number(row?.share ?? 0)
}

/** What the creator gave back of a refund. */
export async function sumRefundedShare(ctx: Pick<Ctx, 'db'>, refundId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ share })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .where(eq(ledgerEntries.key, `refund:${refundId}`))
  return -Number(row?.share ?? 0) + 0
}

/** What each person is owed of these sales, by person and sale, where the sale has cleared by then. */
export async function sumClearedBySale(
  ctx: Pick<Ctx, 'db'>,
  people: Groups,
  { book, currency }: Money,
  paymentIds: readonly string[],
  at: Date,
): Promise<Map<string, Map<string, number>>> {
  const cleared = new Map<string, Map<string, number>>()
  if (paymentIds.length === 0) return cleared
  const { rows } = await ctx.db.execute<{ person: string; paymentId: string; amount: string }>(sql`
    select grouped.group_id as person, entry.payment_id as "paymentId", sum(-posting.amount) as amount
    from ${groupedTable(people)}
    join ledger_accounts account on account.owner_id = grouped.id
      and account.currency = ${currency} and account.book = ${book}
    join ledger_postings posting on posting.account_id = account.id
    join ledger_entries entry on entry.id = posting.entry_id
    where entry.payment_id = any(${sql.param([...paymentIds])}::uuid[])
      and posting.clears_at <= ${at.toISOString()}::timestamptz
    group by 1, 2`)
  for (const { person, paymentId, amount } of rows) {
    const sales = cleared.get(person) ?? new Map<string, number>()
    cleared.set(person, sales.set(paymentId, Number(amount)))
  }
  return cleared
}

/** The amount that the gateway should hold of each payment, after its fees. */
export async function sumGatewayByPayment(
  ctx: Ctx,
  paymentIds: string[],
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({
      paymentId: ledgerEntries.paymentId,
      held: sql<string>`sum(${ledgerPostings.amount})`,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(and(inArray(ledgerEntries.paymentId, paymentIds), eq(ledgerAccounts.kind, 'gateway')))
    .groupBy(ledgerEntries.paymentId)
  return new Map(rows.map(({ paymentId, held }) => [paymentId ?? '', Number(held)]))
}

/** What the runs on one payment cost the operator so far, delivered or not. */
export async function sumProviderCost(ctx: Pick<Ctx, 'db'>, paymentId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ cost: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.paymentId, paymentId), eq(ledgerEntries.kind, 'provider_cost')))
  return Number(row?.cost ?? 0)
}
