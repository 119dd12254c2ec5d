import { JOB_LIMIT_MS } from '@vignette/contract/limits.ts'
import { and, eq, isNotNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type JobRow, jobAttempts, jobSteps, jobs } from '../../schema/generation.ts'
import { wakeWorkers } from './job-news.ts'
import { LEASE_SECONDS } from './rules.ts'

/** Another worker has leased the job, or the job has ended: the worker stops and writes nothing. */
export class LostJob extends Error {}

/** The attempt is the fencing token: an overtaken worker has an earlier attempt. */
export type JobLease = Pick<JobRow, 'id' | 'attempt'>

/** How an attempt ended: with the job, or so that another attempt continues. */
type AttemptOutcome =
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

/** A condition: the job under this very lease. */
export function leasedBy(job: JobLease | Record<keyof JobLease, Placeholder>) {
  return and(eq(jobs.id, job.id), eq(jobs.attempt, job.attempt), eq(jobs.status, 'RUNNING'))
}

export const databaseNow = sql`clock_timestamp()`

/** A sum: the slots that steps under way hold. */
export function takenSlots() {
  return sql<number>`count(*) filter (where ${jobSteps.slot} = 'taken' and ${jobSteps.state} in ('running', 'waiting'))::int`
}

/** A condition: steps that hold a slot at the provider, or wait for one. */
export function hasSlotAt(provider: string) {
  return and(eq(jobSteps.provider, provider), isNotNull(jobSteps.slot))
}

const lockedRow = prepared((db) => {
  const id = sql.placeholder('id')
  const attempt = sql.placeholder('attempt')
  return db.select().from(jobs).where(leasedBy({ id, attempt })).for('update')
})

/** A transaction that commits only under the current lease; `work` gets the locked row. */
export async function whileLeased<T>(
  ctx: Ctx,
  job: JobLease,
  work: (tx: TxCtx, leased: JobRow) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const { id, attempt } = job
    const [leased] = await lockedRow(tx.db).execute({ id, attempt })
    if (!leased) throw new LostJob()
    return work(tx, leased)
  })
}

/** Releases the lease of an unfinished job, which any worker may lease from `wakeAt` on. */
export async function releaseLease(
  tx: TxCtx,
  job: JobLease,
  outcome: AttemptOutcome,
  wakeAt: SQL,
): Promise<void> {
  const [row] = await tx.db
    .with(attemptEnd(tx, job, outcome))
    .update(jobs)
    .set({ leasedUntil: null, wakeAt: sql`${wakeAt}` })
    .where(eq(jobs.id, job.id))
    .returning({
      delayMs: sql<number>`(extract(epoch from ${jobs.wakeAt} - clock_timestamp()) * 1000)::float8`,
    })
  wakeWorkers(tx, row?.delayMs)
}

/** Closes a job's attempt, as a part of the statement that writes the job's row. */
export function attemptEnd(tx: TxCtx, job: JobLease, outcome: AttemptOutcome) {
  return tx.db.$with('attempt_end', {}).as(sql`
    update ${jobAttempts} set ended_at = ${tx.clock.now().toISOString()}::timestamptz, outcome = ${outcome}
    where job_id = ${job.id} and attempt = ${job.attempt}`)
}
