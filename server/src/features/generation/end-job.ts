import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { setMediaDeleted } from '../media/index.ts'
import { getVersion } from '../workflows/index.ts'
import { announce, endAttempt } from './hold-job.ts'
import { cancelOperation } from './job-definitions.ts'
import { countEnded } from './metrics.ts'
import { type JobRow, jobSteps, jobs } from './tables.ts'
import { leavePlaces } from './take-place.ts'

export type Ending =
  | { status: 'COMPLETED' }
  | { status: 'CANCELLED' }
  | { status: 'FAILED'; code: string; message: string }

/** Ends a job whose row is locked: its last state, its leftovers, its news. */
export async function endJob(tx: TxCtx, job: JobRow, ending: Ending): Promise<JobRow> {
  const failed = ending.status === 'FAILED' ? ending : undefined
  const [row] = await tx.db
    .update(jobs)
    .set({
      status: ending.status,
      leasedUntil: null,
      finishedAt: tx.clock.now(),
      seq: sql`${jobs.seq} + 1`,
      ...(failed ? { errorCode: failed.code, errorMessage: failed.message } : {}),
      ...(ending.status === 'COMPLETED' ? { progressPercent: 100, progressLabel: 'Ready' } : {}),
    })
    .where(and(eq(jobs.id, job.id), inArray(jobs.status, ['QUEUED', 'RUNNING'])))
    .returning()
  if (!row) throw new Error('the job had ended before')
  await endAttempt(tx, job, ending.status)
  await stopRemoteWork(tx, job)
  await dropIntermediates(tx, job)
  if (ending.status !== 'COMPLETED') {
    await leavePlaces(tx, job.id)
    for (const hook of tx.hooks.generationEnded) {
      await hook(tx, { jobId: job.id, paymentId: job.paymentId, outcome: ending.status })
    }
  }
  announce(tx, row)
  tx.afterCommit(() => countEnded(row))
  return row
}

async function stopRemoteWork(tx: TxCtx, job: JobRow): Promise<void> {
  const waiting = await tx.db
    .select()
    .from(jobSteps)
    .where(
      and(eq(jobSteps.jobId, job.id), eq(jobSteps.state, 'waiting'), isNotNull(jobSteps.operation)),
    )
  if (waiting.length === 0) return
  const { version } = await getVersion(tx, job.workflowId, job.workflowVersion)
  for (const step of waiting) {
    const provider = version.recipe.steps.find((one) => one.id === step.stepId)?.provider
    if (provider && step.operation) {
      await tx.queue.send(tx, cancelOperation, { provider, operation: step.operation })
    }
  }
}

/** What earlier steps made served its purpose; the delivered file is its creation's. */
async function dropIntermediates(tx: TxCtx, job: JobRow): Promise<void> {
  const { version } = await getVersion(tx, job.workflowId, job.workflowVersion)
  const rows = await tx.db
    .select({ stepId: jobSteps.stepId, mediaId: jobSteps.mediaId })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(
      and(
        eq(jobSteps.jobId, job.id),
        isNotNull(jobSteps.mediaId),
        // The output of a completed run lives on as the creation.
        sql`not (${jobs.status} = 'COMPLETED' and ${jobSteps.stepId} = ${version.recipe.output})`,
        ne(jobSteps.state, 'pending'),
      ),
    )
  for (const { mediaId } of rows) if (mediaId) await setMediaDeleted(tx, mediaId, true)
}
