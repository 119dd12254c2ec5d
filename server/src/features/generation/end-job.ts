import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { abandonCreation } from '../creations/index.ts'
import { setMediaDeleted } from '../media/index.ts'
import { getRecipe } from '../workflows/index.ts'
import { admitFreeRuns } from './admit-free-runs.ts'
import { announceJob } from './announce-job.ts'
import { cancelOperation } from './job-definitions.ts'
import { endAttempt, type Lease, LostJob, leasedBy, unfinished } from './job-lease.ts'
import { countEnded } from './metrics.ts'
import { releaseSlots } from './provider-slots.ts'
import { sumCostOfJob, sumCostOfPayment } from './sum-cost-of-job.ts'
import { type JobRow, jobAttempts, jobSteps, jobs } from './tables.ts'

export type Ending =
  | { status: 'CANCELLED'; by: 'owner' | 'operator' }
  | { status: 'FAILED'; code: string; message: string }

/** Ends a job whose row is locked, and that delivers nothing: its last state, its leftovers, its news. */
export async function endJob(tx: TxCtx, job: JobRow, ending: Ending): Promise<JobRow> {
  const failed = ending.status === 'FAILED' ? ending : undefined
  const [row] = await tx.db
    .update(jobs)
    .set({
      status: ending.status,
      ...LEFT,
      finishedAt: tx.clock.now(),
      seq: sql`${jobs.seq} + 1`,
      ...(failed ? { errorCode: failed.code, errorMessage: failed.message } : {}),
    })
    .where(and(eq(jobs.id, job.id), unfinished))
    .returning()
  if (!row) throw new Error('the job had ended before')
  await endAttempt(tx, job, ending.status)
  await stopRemoteWork(tx, job)
  await dropProducts(tx, job)
  await releaseSlots(tx, job.id)
  await abandonCreation(tx, job.creationId)
  const spentCents = job.paymentId ? await sumCostOfPayment(tx, job.paymentId) : 0
  const costCents = await sumCostOfJob(tx, job)
  const { id: jobId, workflowId, paymentId } = job
  const outcome = ending.status
  const cancelledByOwner = ending.status === 'CANCELLED' && ending.by === 'owner'
  for (const hook of tx.hooks.generationEnded) {
    await hook(tx, {
      jobId,
      workflowId,
      paymentId,
      costCents,
      outcome,
      spentCents,
      abandoned: cancelledByOwner && job.costLimit > 0,
    })
  }
  announceJob(tx, row)
  tx.afterCommit(() => countEnded(row))
  admitNext(tx, job, row)
  return row
}

/** The job's last state, written by its holder alone; what was delivered is the caller's to store. */
export async function endDelivered(tx: TxCtx, job: JobRow): Promise<JobRow> {
  const now = tx.clock.now()
  const attempt = tx.db.$with('attempt_ended').as(
    tx.db
      .update(jobAttempts)
      .set({ endedAt: now, outcome: 'COMPLETED' })
      .where(and(eq(jobAttempts.jobId, job.id), eq(jobAttempts.attempt, job.attempt)))
      .returning({ attempt: jobAttempts.attempt }),
  )
  const [row] = await tx.db
    .with(attempt)
    .update(jobs)
    .set({
      status: 'COMPLETED',
      ...LEFT,
      finishedAt: now,
      seq: sql`${jobs.seq} + 1`,
      progressPercent: 100,
      progressLabel: 'Ready',
    })
    .where(leasedBy(job))
    .returning()
  if (!row) throw new LostJob()
  announceJob(tx, row)
  tx.afterCommit(() => countEnded(row))
  admitNext(tx, job, row)
  return row
}

/** What an ended job holds no more, and what is forgotten of where it came from. */
const LEFT = { leasedUntil: null, inLine: false, network: null }

/** A free run that ends makes place for the next in its line. */
function admitNext(tx: TxCtx, { freeSeconds, network }: JobRow, { ownerId }: JobRow): void {
  if (freeSeconds > 0) tx.afterCommit((ctx) => admitFreeRuns(ctx, { ownerId, network }))
}

async function stopRemoteWork(tx: TxCtx, job: JobRow): Promise<void> {
  const waiting = await tx.db
    .select()
    .from(jobSteps)
    .where(
      and(eq(jobSteps.jobId, job.id), eq(jobSteps.state, 'waiting'), isNotNull(jobSteps.operation)),
    )
  if (waiting.length === 0) return
  const recipe = await getRecipe(tx, job.workflowId, job.workflowVersion)
  for (const step of waiting) {
    const provider = recipe.steps.find((one) => one.id === step.stepId)?.provider
    if (provider && step.operation) {
      await tx.queue.send(tx, cancelOperation, { provider, operation: step.operation })
    }
  }
}

/** What steps made served its purpose; of a delivered job all but the file that is its creation's. */
export async function dropProducts(tx: TxCtx, job: Lease, delivered?: string): Promise<void> {
  const rows = await tx.db
    .select({ mediaId: jobSteps.mediaId })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, job.id), isNotNull(jobSteps.mediaId)))
  for (const { mediaId } of rows) {
    if (mediaId && mediaId !== delivered) await setMediaDeleted(tx, mediaId, true)
  }
}
