import { eq, type SQL, sql } from 'drizzle-orm'
import { type TxCtx } from '../../ctx.ts'
import { attemptEnd } from './attempt-end.ts'
import { type AttemptOutcome, type JobLease } from './job-lease.ts'
import { jobs } from './tables.ts'
import { wakeWorkers } from './wake-workers.ts'

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
