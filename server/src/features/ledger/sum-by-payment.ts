import { and, eq, inArray, isNotNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './tables.ts'

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
