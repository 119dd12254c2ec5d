import { asc, eq } from 'drizzle-orm'
import { type Reader } from '../queries.ts'
import { type DisputeRow, paymentDisputes } from './tables.ts'

export async function listDisputes(ctx: Reader, paymentId: string): Promise<DisputeRow[]> {
  return ctx.db
    .select()
    .from(paymentDisputes)
    .where(eq(paymentDisputes.paymentId, paymentId))
    .orderBy(asc(paymentDisputes.createdAt))
}
