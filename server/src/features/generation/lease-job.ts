import { and, eq, getTableColumns, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { announceNow } from './announce-job.ts'
import { leaseEnd, unfinished } from './job-lease.ts'
import { type JobRow, jobAttempts, jobs } from './tables.ts'

export interface LeasedJob extends JobRow {
  /** Until its deadline, by the database's clock. */
  leftMs: number
}

/** One statement, since there is one for every waking. */
const leasing = prepared((db) => {
  const now = sql.placeholder('now')
  const taken = db.$with('taken').as(
    db
      .update(jobs)
      .set({
        status: 'RUNNING',
        attempt: sql`${jobs.attempt} + 1`,
        worker: sql`${sql.placeholder('worker')}`,
        leasedUntil: leaseEnd,
        startedAt: sql`coalesce(${jobs.startedAt}, ${now}::timestamptz)`,
        seq: sql`${jobs.seq} + 1`,
      })
      .where(
        and(
          eq(jobs.id, sql.placeholder('jobId')),
          unfinished,
          not(jobs.inLine),
          or(isNull(jobs.leasedUntil), lt(jobs.leasedUntil, sql`clock_timestamp()`)),
        ),
      )
      .returning({
        ...getTableColumns(jobs),
        leftMs:
          sql<number>`(extract(epoch from ${jobs.deadlineAt} - clock_timestamp()) * 1000)::float8`.as(
            'left_ms',
          ),
      }),
  )
  // A worker that died could not close its attempt itself.
  const lost = db.$with('lost', {}).as(sql`
    update ${jobAttempts} set ended_at = ${now}::timestamptz, outcome = 'lost' from taken
    where job_id = taken.id and ${jobAttempts.attempt} <> taken.attempt and ended_at is null`)
  const begun = db.$with('begun', {}).as(sql`
    insert into ${jobAttempts} (job_id, attempt, worker, started_at)
    select id, attempt, worker, ${now}::timestamptz from taken`)
  return db.with(taken, lost, begun).select().from(taken)
})

/** Makes the job this worker's, unless another holds it; from here every write names `attempt`. */
export async function leaseJob(
  ctx: Ctx,
  jobId: string,
  worker: string,
): Promise<LeasedJob | undefined> {
  const now = ctx.clock.now().toISOString()
  const [job] = await leasing(ctx.db).execute({ jobId, worker, now })
  if (job) announceNow(ctx, job)
  return job
}
