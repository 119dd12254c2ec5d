import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { jobSteps, jobs } from './tables.ts'
import { viewTestHead } from './view-test.ts'

/** A creator's tests with their inputs, times and outcome; what they made stays out. */
export async function exportTests(tx: TxCtx, ownerId: string): Promise<object[]> {
  const which = and(eq(jobs.ownerId, ownerId), jobs.test, isNotNull(jobs.documentHash))
  const rows = await tx.db.select().from(jobs).where(which).orderBy(asc(jobs.id))
  const steps = await tx.db
    .select({ step: jobSteps })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(which)
  const byJob = Map.groupBy(
    steps.map(({ step }) => step),
    ({ jobId }) => jobId,
  )
  return rows.map((row) => ({
    ...viewTestHead(row, byJob.get(row.id) ?? []),
    user_inputs: row.inputs,
    started_at: row.startedAt,
    finished_at: row.finishedAt,
  }))
}
