import { and, asc, eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { batches, type JobRow, jobs, unfinished } from '../../schema/generation.ts'
import { notify } from '../notices/index.ts'
import { describePayment, settleBatchPayment } from '../payments/index.ts'
import { sumCostOfPayment } from './end-job.ts'

/**
 * Called in the transaction that ends a row of a batch: with the last row the batch ends, its payment
 * is captured for what was delivered, and its owner is told. The batch's lock puts two last rows one
 * after the other.
 */
export async function settleBatch(tx: TxCtx, { batchId }: Pick<JobRow, 'batchId'>): Promise<void> {
  if (!batchId) return
  const [batch] = await tx.db.select().from(batches).where(eq(batches.id, batchId)).for('update')
  if (!batch || batch.finishedAt) return
  const [count] = await tx.db
    .select({
      rows: sql<number>`count(*)::int`,
      left: sql<number>`(count(*) filter (where ${unfinished}))::int`,
      delivered: sql<number>`(count(*) filter (where ${jobs.status} = 'COMPLETED'))::int`,
    })
    .from(jobs)
    .where(eq(jobs.batchId, batchId))
  if (!count || count.left > 0) return
  const { rows, delivered } = count
  await tx.db.update(batches).set({ finishedAt: tx.clock.now() }).where(eq(batches.id, batchId))
  const { paymentId, ownerId, workflowName: recipe } = batch
  if (paymentId) {
    const first = await findFirstDelivered(tx, batchId)
    const costCents = await sumCostOfPayment(tx, paymentId)
    await settleBatchPayment(tx, { paymentId, delivered, first, costCents })
  }
  await notify(tx, {
    to: ownerId,
    subjectId: batchId,
    about: [paymentId],
    kind: 'batch_ended',
    facts: async () => ({
      recipe,
      batchId,
      rows,
      delivered,
      money: paymentId ? await describePayment(tx, paymentId) : 'It was free.',
    }),
  })
}

async function findFirstDelivered(tx: TxCtx, batchId: string) {
  const [row] = await tx.db
    .select({ jobId: jobs.id, creationId: jobs.creationId })
    .from(jobs)
    .where(and(eq(jobs.batchId, batchId), eq(jobs.status, 'COMPLETED')))
    .orderBy(asc(jobs.batchRow))
    .limit(1)
  return row?.creationId ? { jobId: row.jobId, creationId: row.creationId } : undefined
}
