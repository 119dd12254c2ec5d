import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './tables.ts'

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
