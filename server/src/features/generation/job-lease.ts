import { JOB_LIMIT_MS } from '@vignette/contract/limits.ts'
import { and, eq, inArray, type Placeholder, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { LEASE_SECONDS } from './rules.ts'
import { type JobRow, jobAttempts, jobs } from './tables.ts'

/** Another worker has the job, or it has ended: whoever meets this stops and changes nothing. */
export class LostJob extends Error {}

/** Names the holder of a job: whoever was overtaken holds an attempt of the past. */
export type Lease = Pick<JobRow, 'id' | 'attempt'>

/** How an attempt ended: as its job did, or so that another goes on with it. */
export type AttemptOutcome =
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'waiting'
  | 'handed back'
  | 'broke off'
  | 'lost'

/** A condition that always holds, and lets the transaction end before it is on the disk. */
export const withoutWaiting = sql`set_config('synchronous_commit', 'off', true) = 'off'`

export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** By the database's clock, like leases: a jump of ours must not end anybody's run. */
export const deadline = sql`clock_timestamp() + make_interval(secs => ${JOB_LIMIT_MS / 1000})`

/** A condition: it still has to end. */
export const unfinished = inArray(jobs.status, ['QUEUED', 'RUNNING'])

export function leasedBy(job: Lease | { id: Placeholder; attempt: Placeholder }) {
  return and(eq(jobs.id, job.id), eq(jobs.attempt, job.attempt), eq(jobs.status, 'RUNNING'))
}

/** A transaction that only the holder of this attempt completes; its work gets the row as it is now. */
export async function whileLeased<T>(
  ctx: Ctx,
  job: Lease,
  work: (tx: TxCtx, held: JobRow) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const [held] = await tx.db.select().from(jobs).where(leasedBy(job)).for('update')
    if (!held) throw new LostJob()
    return work(tx, held)
  })
}

/** Throws LostJob where the job was cancelled or overtaken. */
export async function checkLease(ctx: Ctx, job: Lease): Promise<void> {
  const [held] = await ctx.db.select({ id: jobs.id }).from(jobs).where(leasedBy(job))
  if (!held) throw new LostJob()
}

export async function renewLease(ctx: Ctx, job: Lease): Promise<void> {
  const renewed = await ctx.db
    .update(jobs)
    .set({ leasedUntil: leaseEnd })
    .where(leasedBy(job))
    .returning({ id: jobs.id })
  if (renewed.length === 0) throw new LostJob()
}

/** Frees the job between two steps of waiting; whoever is woken next may take it. */
export async function releaseLease(tx: TxCtx, job: Lease, outcome: AttemptOutcome): Promise<void> {
  await tx.db.update(jobs).set({ leasedUntil: null }).where(eq(jobs.id, job.id))
  await endAttempt(tx, job, outcome)
}

export async function endAttempt(tx: TxCtx, job: Lease, outcome: AttemptOutcome): Promise<void> {
  await tx.db
    .update(jobAttempts)
    .set({ endedAt: tx.clock.now(), outcome })
    .where(and(eq(jobAttempts.jobId, job.id), eq(jobAttempts.attempt, job.attempt)))
}
