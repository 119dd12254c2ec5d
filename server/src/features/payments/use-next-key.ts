import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { paymentRefunds, type RefundRow } from './refunds/tables.ts'
import { type PaymentRow, payments } from './tables.ts'

/** Counts a key as used up once, however many requests failed under it concurrently. */
export async function useNextKey(ctx: Ctx, used: PaymentRow | RefundRow): Promise<void> {
  const table = 'paymentId' in used ? paymentRefunds : payments
  await ctx.db
    .update(table)
    .set({ gatewayTry: used.gatewayTry + 1 })
    .where(and(eq(table.id, used.id), eq(table.gatewayTry, used.gatewayTry)))
}
