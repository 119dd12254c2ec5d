import { JOB_LIMIT_MS } from '@vignette/contract/limits.ts'
import {
  and,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  not,
  or,
  type Placeholder,
  sql,
} from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { LEASE_SECONDS } from './rules.ts'
import { type JobRow, type JobStepRow, jobAttempts, jobSteps, jobs } from './tables.ts'

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

/** A condition that always holds, and lets the transaction end before it is on the disk. */
export const withoutWaiting = sql`set_config('synchronous_commit', 'off', true) = 'off'`

export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** By the database's clock, like leases: a jump of ours must not end anybody's run. */
export const deadline = sql`clock_timestamp() + make_interval(secs => ${JOB_LIMIT_MS / 1000})`

export interface TakenJob extends JobRow {
  /** Until its deadline, by the database's clock. */
  leftMs: number
  /** In their order, as the taking found them. */
  steps: JobStepRow[]
}

/** One statement, since there is one for every waking. */
const taking = prepared((db) => {
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
          // If PostgreSQL itself crashed now, the job would be found waiting: nothing that must last was done.
          withoutWaiting,
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
  return db
    .with(taken, lost, begun)
    .select()
    .from(taken)
    .innerJoin(jobSteps, eq(jobSteps.jobId, taken.id))
    .orderBy(jobSteps.position)
})

/** Makes the job this worker's, unless another holds it; from here every write names `attempt`. */
export async function takeJob(
  ctx: Ctx,
  jobId: string,
  worker: string,
): Promise<TakenJob | undefined> {
  const now = ctx.clock.now().toISOString()
  const rows = await taking(ctx.db).execute({ jobId, worker, now })
  const [first] = rows
  if (!first) return undefined
  announceNow(ctx, first.taken)
  return { ...first.taken, steps: rows.map((row) => row.job_steps) }
}

/** A condition: it still has to end. */
export const unfinished = inArray(jobs.status, ['QUEUED', 'RUNNING'])

export function heldBy(job: Held | { id: Placeholder; attempt: Placeholder }) {
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

/** Of a change that is committed; nobody waits for news, since watchers read again anyway. */
function announceNow(ctx: Ctx, { id, seq }: Pick<JobRow, 'id' | 'seq'>): void {
  ctx.events.publish({ id, seq }).catch((error: unknown) => {
    ctx.log.warn({ err: error, jobId: id }, 'the news of a taken job was lost')
  })
}

/** Tells watchers, once the change is committed, that there is something to read. */
export function announce(tx: TxCtx, row: Pick<JobRow, 'id' | 'seq'>): void {
  tx.afterCommit(() => tx.events.publish({ id: row.id, seq: row.seq }))
}
