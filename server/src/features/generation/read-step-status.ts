import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { JobLease } from './job-lease.ts'
import { type JobStepRow, jobSteps } from './tables.ts'

/** A step's row, and whether its next try or poll is due, by the database's clock. */
export type StepStatus = JobStepRow & { due: boolean; dueInMs: number | null }

export async function readStepStatus(ctx: Ctx, job: JobLease): Promise<StepStatus[]> {
  return ctx.db
    .select({
      ...getTableColumns(jobSteps),
      due: sql<boolean>`${jobSteps.checkAt} is null or ${jobSteps.checkAt} <= clock_timestamp()`,
      dueInMs: sql<
        number | null
      >`(extract(epoch from ${jobSteps.checkAt} - clock_timestamp()) * 1000)::float8`,
    })
    .from(jobSteps)
    .where(eq(jobSteps.jobId, job.id))
    .orderBy(jobSteps.position)
}
