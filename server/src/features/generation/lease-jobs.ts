import { and, getTableColumns, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import {
  type JobRow,
  jobAttempts,
  jobRank,
  jobSteps,
  jobs,
  unfinished,
} from '../../schema/generation.ts'
import { announceNow } from './job-news.ts'
import { leaseEnd } from './lease.ts'
import type { LeaseLimits } from './rules.ts'

export interface LeasedJob extends JobRow {
  /** Milliseconds until the deadline, by the database's clock. */
  leftMs: number
}

const clock = sql`clock_timestamp()`

/**
 * A condition: a step still to be done is at one of these providers. The subquery is a value, so that
 * PostgreSQL reads only the steps of the few jobs that are leased.
 */
function needsOneOf(providers: SQL): SQL {
  return sql`${providers} && array(select ${jobSteps.provider} from ${jobSteps}
    where ${jobSteps.jobId} = ${jobs.id} and ${jobSteps.state} <> 'done')`
}

const leasing = prepared((db) => {
  const now = sql.placeholder('now')
  const ready = db.$with('ready').as(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(
        and(
          unfinished,
          not(jobs.inLine),
          lte(jobs.wakeAt, clock),
          or(isNull(jobs.leasedUntil), lt(jobs.leasedUntil, clock)),
          lte(jobs.freeSeconds, sql.placeholder('mostSeconds')),
          lte(jobs.paidSeconds, sql.placeholder('mostPaidSeconds')),
          or(isNull(jobs.batchId), sql`${sql.placeholder('batches')}::boolean`),
          not(needsOneOf(sql`${sql.placeholder('absent')}::text[]`)),
        ),
      )
      .orderBy(jobRank, jobs.id)
      .limit(sql.placeholder('most'))
      .for('update', { skipLocked: true }),
  )
  const leased = db.$with('leased').as(
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
      // An array is joined by the primary key, whatever share of the rows the planner expects of `ready`.
      .where(sql`${jobs.id} = any(array(select id from ready))`)
      .returning({
        ...getTableColumns(jobs),
        leftMs:
          sql<number>`(extract(epoch from ${jobs.deadlineAt} - clock_timestamp()) * 1000)::float8`.as(
            'left_ms',
          ),
      }),
  )
  // A dead worker could not close its attempt itself; the attempt that begins is not seen here.
  const lost = db.$with('lost', {}).as(sql`
    update ${jobAttempts} set ended_at = ${now}::timestamptz, outcome = 'lost'
    where job_id = any(array(select id from leased)) and ended_at is null`)
  const begun = db.$with('begun', {}).as(sql`
    insert into ${jobAttempts} (job_id, attempt, worker, started_at)
    select id, attempt, worker, ${now}::timestamptz from leased`)
  return db.with(ready, leased, lost, begun).select().from(leased)
})

/**
 * Leases the jobs with the lowest ranks; each later write of the worker names `attempt`. A job whose
 * provider is unavailable in this process, as `local` where LOCAL is false, is left to other workers.
 */
export async function leaseJobs(
  ctx: Ctx,
  worker: string,
  limits: LeaseLimits,
): Promise<LeasedJob[]> {
  const now = ctx.clock.now().toISOString()
  const absent = ctx.providers.listUnavailable()
  const leased = await leasing(ctx.db).execute({ worker, ...limits, absent, now })
  for (const job of leased) announceNow(ctx, job)
  return leased
}
