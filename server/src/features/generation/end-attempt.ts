import { and, eq } from 'drizzle-orm'
import { type TxCtx } from '../../ctx.ts'
import { type AttemptOutcome, type JobLease } from './job-lease.ts'
import { jobAttempts } from './tables.ts'

export async function endAttempt(tx: TxCtx, job: JobLease, outcome: AttemptOutcome): Promise<void> {
  await tx.db
    .update(jobAttempts)
    .set({ endedAt: tx.clock.now(), outcome })
    .where(and(eq(jobAttempts.jobId, job.id), eq(jobAttempts.attempt, job.attempt)))
}
