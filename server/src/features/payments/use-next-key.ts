import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type PaymentRow, paymentRefunds, payments, type RefundRow } from './tables.ts'

/** Once for each key, however many were refused under it at a time. */
export async function useNextKey(ctx: Ctx, used: PaymentRow | RefundRow): Promise<void> {
  const table = 'paymentId' in used ? paymentRefunds : payments
  await ctx.db
    .update(table)
    .set({ gatewayTry: used.gatewayTry + 1 })
    .where(and(eq(table.id, used.id), eq(table.gatewayTry, used.gatewayTry)))
}
