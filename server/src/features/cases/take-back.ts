import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { payments } from '../../schema/payments.ts'
import { takeBackCreation } from '../creations/index.ts'

/**
 * Takes back the creation of a payment that came back because it was the second one for the same
 * inputs: the buyer keeps the other. A task, because creations are locked before payments.
 */
export const takeBack = defineTask({
  name: 'cases.take-back',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 20,
  run: takeBackBought,
})

async function takeBackBought(ctx: Ctx, { paymentId }: { paymentId: string }): Promise<void> {
  const [payment] = await ctx.db
    .select({ creationId: payments.creationId })
    .from(payments)
    .where(eq(payments.id, paymentId))
  const creationId = payment?.creationId
  if (creationId) await inTransaction(ctx, (tx) => takeBackCreation(tx, creationId))
}
