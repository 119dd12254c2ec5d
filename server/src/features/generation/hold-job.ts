import { and, eq, getTableColumns, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { LEASE_SECONDS } from './rules.ts'
import { type JobRow, jobAttempts, jobs } from './tables.ts'

/** Another worker has the job, or it has ended: whoever meets this stops and changes nothing. */
export class LostJob extends Error {}

/** Names the holder of a job: whoever was overtaken holds an attempt of the past. */
export type Held = Pick<JobRow, 'id' | 'attempt'>

/** How an attempt ended: as its job did, or so that another goes on with it. */
export type AttemptOutcome =
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'waiting'
  | 'handed back'
  | 'broke off'
  | 'lost'

export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

export interface TakenJob extends JobRow {
  /** Until its deadline, by the database's clock. */
  leftMs: number
}

/** Makes the job this worker's, unless another holds it; from here every write names `attempt`. */
export async function takeJob(
  ctx: Ctx,
  jobId: string,
  worker: string,
): Promise<TakenJob | undefined> {
  return inTransaction(ctx, async (tx) => {
    // If PostgreSQL itself crashed now, the job would be found waiting: nothing that must last was done.
    await tx.db.execute(sql`set local synchronous_commit = off`)
    const [row] = await tx.db
      .update(jobs)
      .set({
        status: 'RUNNING',
        attempt: sql`${jobs.attempt} + 1`,
        worker,
        leasedUntil: leaseEnd,
        startedAt: sql`coalesce(${jobs.startedAt}, ${tx.clock.now().toISOString()}::timestamptz)`,
        seq: sql`${jobs.seq} + 1`,
      })
      .where(
        and(
          eq(jobs.id, jobId),
          inArray(jobs.status, ['QUEUED', 'RUNNING']),
          or(isNull(jobs.leasedUntil), lt(jobs.leasedUntil, sql`clock_timestamp()`)),
        ),
      )
      .returning({
        ...getTableColumns(jobs),
        leftMs: sql<number>`(extract(epoch from ${jobs.deadlineAt} - clock_timestamp()) * 1000)::float8`,
      })
    if (!row) return undefined
    if (row.attempt > 1) {
      // A worker that died could not close its attempt itself.
      await tx.db
        .update(jobAttempts)
        .set({ endedAt: tx.clock.now(), outcome: 'lost' })
        .where(
          and(
            eq(jobAttempts.jobId, jobId),
            ne(jobAttempts.attempt, row.attempt),
            isNull(jobAttempts.endedAt),
          ),
        )
    }
    await tx.db
      .insert(jobAttempts)
      .values({ jobId, attempt: row.attempt, worker, startedAt: tx.clock.now() })
    announce(tx, row)
    return row
  })
}

function heldBy(job: Held) {
  return and(eq(jobs.id, job.id), eq(jobs.attempt, job.attempt), eq(jobs.status, 'RUNNING'))
}

/** A transaction that only the holder of this attempt completes; its work gets the row as it is now. */
export async function whileHolding<T>(
  ctx: Ctx,
  job: Held,
  work: (tx: TxCtx, held: JobRow) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const [held] = await tx.db.select().from(jobs).where(heldBy(job)).for('update')
    if (!held) throw new LostJob()
    return work(tx, held)
  })
}

/** Throws LostJob where the job was cancelled or overtaken. */
export async function checkHeld(ctx: Ctx, job: Held): Promise<void> {
  const [held] = await ctx.db.select({ id: jobs.id }).from(jobs).where(heldBy(job))
  if (!held) throw new LostJob()
}

export async function renewLease(ctx: Ctx, job: Held): Promise<void> {
  const renewed = await ctx.db
    .update(jobs)
    .set({ leasedUntil: leaseEnd })
    .where(heldBy(job))
    .returning({ id: jobs.id })
  if (renewed.length === 0) throw new LostJob()
}

/** Frees the job between two steps of waiting; whoever is woken next may take it. */
export async function releaseLease(tx: TxCtx, job: Held, outcome: AttemptOutcome): Promise<void> {
  await tx.db.update(jobs).set({ leasedUntil: null }).where(eq(jobs.id, job.id))
  await endAttempt(tx, job, outcome)
}

export async function endAttempt(tx: TxCtx, job: Held, outcome: AttemptOutcome): Promise<void> {
  await tx.db
    .update(jobAttempts)
    .set({ endedAt: tx.clock.now(), outcome })
    .where(and(eq(jobAttempts.jobId, job.id), eq(jobAttempts.attempt, job.attempt)))
}

/** Tells watchers, once the change is committed, that there is something to read. */
export function announce(tx: TxCtx, row: Pick<JobRow, 'id' | 'seq'>): void {
  tx.afterCommit(() => tx.events.publish({ id: row.id, seq: row.seq }))
}
