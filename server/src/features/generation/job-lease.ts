import { JOB_LIMIT_MS } from '@vignette/contract/limits.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { LEASE_SECONDS } from './rules.ts'
import { type JobRow, jobAttempts, jobs } from './tables.ts'
import { wakeWorkers } from './wake-workers.ts'

/** Another worker has leased the job, or the job has ended: the worker stops and writes nothing. */
export class LostJob extends Error {}

/** The attempt is the fencing token: an overtaken worker has an earlier attempt. */
export type JobLease = Pick<JobRow, 'id' | 'attempt'>

/** How an attempt ended: with the job, or so that another attempt continues. */
export type AttemptOutcome =
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'waiting'
  | 'handed back'
  | 'broke off'
  | 'lost'

export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** By the database's clock, as for leases: a jump of this machine's clock must not end a run. */
export const deadline = sql`clock_timestamp() + make_interval(secs => ${JOB_LIMIT_MS / 1000})`

/** An SQL condition, written literally as in the partial indexes. */
export const unfinished = sql`${jobs.status} in ('QUEUED', 'RUNNING')`

export function leasedBy(job: JobLease) {
  return and(eq(jobs.id, job.id), eq(jobs.attempt, job.attempt), eq(jobs.status, 'RUNNING'))
}

/** A transaction that commits only under the current lease; `work` gets the locked row. */
export async function whileLeased<T>(
  ctx: Ctx,
  job: JobLease,
  work: (tx: TxCtx, leased: JobRow) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const [leased] = await tx.db.select().from(jobs).where(leasedBy(job)).for('update')
    if (!leased) throw new LostJob()
    return work(tx, leased)
  })
}

/** Throws LostJob where the job has ended or another worker has leased the job. */
export async function checkLease(ctx: Ctx, job: JobLease): Promise<void> {
  const [leased] = await ctx.db.select({ id: jobs.id }).from(jobs).where(leasedBy(job))
  if (!leased) throw new LostJob()
}

export async function renewLease(ctx: Ctx, job: JobLease): Promise<void> {
  const renewed = await ctx.db
    .update(jobs)
    .set({ leasedUntil: leaseEnd })
    .where(leasedBy(job))
    .returning({ id: jobs.id })
  if (renewed.length === 0) throw new LostJob()
}

/** Releases the lease of an unfinished job, which any worker may lease from `wakeAt` on. */
export async function releaseLease(
  tx: TxCtx,
  job: JobLease,
  outcome: AttemptOutcome,
  wakeAt: SQL,
): Promise<void> {
  const [row] = await tx.db
    .update(jobs)
    .set({ leasedUntil: null, wakeAt: sql`${wakeAt}` })
    .where(eq(jobs.id, job.id))
    .returning({
      delayMs: sql<number>`(extract(epoch from ${jobs.wakeAt} - clock_timestamp()) * 1000)::float8`,
    })
  await endAttempt(tx, job, outcome)
  wakeWorkers(tx, row?.delayMs)
}

export async function endAttempt(tx: TxCtx, job: JobLease, outcome: AttemptOutcome): Promise<void> {
  await tx.db
    .update(jobAttempts)
    .set({ endedAt: tx.clock.now(), outcome })
    .where(and(eq(jobAttempts.jobId, job.id), eq(jobAttempts.attempt, job.attempt)))
}
