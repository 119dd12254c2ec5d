import { and, eq, isNull, lt, not, or, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { sweepEach, sweepParts } from '../../platform/sweep.ts'
import { jobs, unfinished } from '../../schema/generation.ts'
import { abandonJob } from './abandon-job.ts'
import { admitRuns } from './admit-runs.ts'
import { endOverdueBatches } from './batch.ts'

const BATCH = 100

const now = sql`clock_timestamp()`
const unleased = or(isNull(jobs.leasedUntil), lt(jobs.leasedUntil, now))

export async function sweepJobs(ctx: Ctx): Promise<void> {
  await sweepParts([() => endOverdue(ctx), () => endOverdueBatches(ctx), () => admitRuns(ctx)])
}

/** Ends jobs whose deadline passed while no worker had them; a worker ends its own jobs. */
export async function endOverdue(ctx: Ctx): Promise<string[]> {
  const overdue = and(unfinished, unleased, not(jobs.inLine), lt(jobs.deadlineAt, now))
  const rows = ctx.db.select({ id: jobs.id }).from(jobs).where(overdue).limit(BATCH)
  const ended: string[] = []
  await sweepEach(ctx, rows, ({ id }) =>
    inTransaction(ctx, async (tx) => {
      const [row] = await tx.db
        .select()
        .from(jobs)
        .where(and(eq(jobs.id, id), overdue))
        .for('update', { skipLocked: true })
      if (!row) return
      await abandonJob(tx, row, {
        status: 'FAILED',
        code: 'timed_out',
        message: 'Generation timed out',
      })
      ended.push(id)
    }),
  )
  return ended
}
