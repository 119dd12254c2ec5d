import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerEntries } from './tables.ts'

/** What the runs on one payment cost the operator so far, delivered or not. */
export async function sumProviderCost(ctx: Pick<Ctx, 'db'>, paymentId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ cost: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.paymentId, paymentId), eq(ledgerEntries.kind, 'provider_cost')))
  return Number(row?.cost ?? 0)
}
