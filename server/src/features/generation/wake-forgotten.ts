import { and, eq, exists, isNull, lt, not, or, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { abandonJob } from './abandon-job.ts'
import { unfinished } from './job-lease.ts'
import { LANES } from './lanes.ts'
import { jobSteps, jobs } from './tables.ts'
import { wakeJob } from './wake-job.ts'

/** Longer than any answered waking takes, so that the sweep only finds what was really lost. */
const FORGOTTEN_SECONDS = 10
const BATCH = 100

const now = sql`clock_timestamp()`
const unleased = or(isNull(jobs.leasedUntil), lt(jobs.leasedUntil, now))

/** Jobs whose worker died or whose waking was lost, and that nothing would wake. */
export async function wakeForgotten(ctx: Ctx): Promise<string[]> {
  const overdue = sql`clock_timestamp() - make_interval(secs => ${FORGOTTEN_SECONDS})`
  const waitsOnPurpose = exists(
    ctx.db
      .select({ one: sql`1` })
      .from(jobSteps)
      .where(and(eq(jobSteps.jobId, jobs.id), sql`${jobSteps.checkAt} > ${overdue}`)),
  )
  const rows = await ctx.db
    .select({
      id: jobs.id,
      freeSeconds: jobs.freeSeconds,
      turn: sql<number>`case ${jobs.status} when 'QUEUED' then ${jobs.turn} else 0 end`,
    })
    .from(jobs)
    .where(
      and(
        unfinished,
        not(jobs.inLine),
        or(lt(jobs.leasedUntil, now), and(isNull(jobs.leasedUntil), not(waitsOnPurpose))),
        ...LANES.map((lane) => not(ctx.queue.hasWaiting(lane, sql`${jobs.id}::text`))),
      ),
    )
    .orderBy(jobs.turn)
    .limit(BATCH)
  for (const { turn, ...job } of rows) await wakeJob(ctx, job, { turn })
  return rows.map((row) => row.id)
}

/** Jobs whose time ran out while nobody worked on them; a worker ends its own. */
export async function endOverdue(ctx: Ctx): Promise<string[]> {
  const overdue = and(unfinished, unleased, not(jobs.inLine), lt(jobs.deadlineAt, now))
  const rows = await ctx.db.select({ id: jobs.id }).from(jobs).where(overdue).limit(BATCH)
  const ended: string[] = []
  for (const { id } of rows) {
    await inTransaction(ctx, async (tx) => {
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
    })
  }
  return ended
}
