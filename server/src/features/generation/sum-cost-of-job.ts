import { eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type JobRow, jobSteps, jobs } from './tables.ts'

const cents = sql<number>`coalesce(sum(${jobSteps.costCents}), 0)::int`

/** The operator's cost of a job's started steps. */
export async function sumCostOfJob(
  tx: TxCtx,
  { id: jobId, costLimit }: Pick<JobRow, 'id' | 'costLimit'>,
): Promise<number> {
  if (costLimit === 0) return 0
  const [row] = await tx.db.select({ cents }).from(jobSteps).where(eq(jobSteps.jobId, jobId))
  return row?.cents ?? 0
}

/** The operator's cost of all jobs that used the payment, delivered or not. */
export async function sumCostOfPayment(tx: TxCtx, paymentId: string): Promise<number> {
  const [row] = await tx.db
    .select({ cents })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(eq(jobs.paymentId, paymentId))
  return row?.cents ?? 0
}
