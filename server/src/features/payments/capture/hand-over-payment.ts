import { and, eq } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { payments } from '../tables.ts'

/** Gives the payment of a creation to another buyer, who then has its receipt. */
export async function handOverPayment(
  tx: TxCtx,
  { creationId, from, to }: { creationId: string; from: string; to: string },
): Promise<void> {
  await tx.db
    .update(payments)
    .set({ buyerId: to })
    .where(and(eq(payments.creationId, creationId), eq(payments.buyerId, from)))
}
