import { asc, eq } from 'drizzle-orm'
import { type Reader } from '../queries.ts'
import { isCounted } from './rules.ts'
import { paymentRefunds, type RefundRow } from './tables.ts'

export async function listRefunds(ctx: Reader, paymentId: string): Promise<RefundRow[]> {
  return ctx.db
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, paymentId))
    .orderBy(asc(paymentRefunds.id))
}

/** Refunds that went out. */
export async function listCountedRefunds(ctx: Reader, paymentId: string): Promise<RefundRow[]> {
  return (await listRefunds(ctx, paymentId)).filter(({ state }) => isCounted(state))
}
