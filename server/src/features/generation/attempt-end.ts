import { sql } from 'drizzle-orm'
import { type TxCtx } from '../../ctx.ts'
import { type AttemptOutcome, type JobLease } from './job-lease.ts'
import { jobAttempts } from './tables.ts'

/** Closes a job's attempt, as a part of the statement that writes the job's row. */
export function attemptEnd(tx: TxCtx, job: JobLease, outcome: AttemptOutcome) {
  return tx.db.$with('attempt_end', {}).as(sql`
    update ${jobAttempts} set ended_at = ${tx.clock.now().toISOString()}::timestamptz, outcome = ${outcome}
    where job_id = ${job.id} and attempt = ${job.attempt}`)
}
