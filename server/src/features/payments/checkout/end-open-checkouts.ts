import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { payments } from '../tables.ts'
import { endCheckoutTask } from './end-checkout.ts'

/** Lets the gateway end the checkouts of closed workflows that may still be paid. */
export async function endOpenCheckouts(tx: TxCtx, workflowIds: readonly string[]): Promise<void> {
  if (workflowIds.length === 0) return
  const open = await tx.db
    .select({ paymentId: payments.id })
    .from(payments)
    .where(
      and(
        inArray(payments.workflowId, [...workflowIds]),
        eq(payments.state, 'created'),
        isNotNull(payments.sessionId),
      ),
    )
  for (const { paymentId } of open) {
    await tx.queue.send(tx, endCheckoutTask, { paymentId }, { singletonKey: paymentId })
  }
}
