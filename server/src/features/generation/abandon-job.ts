import { and, eq, isNotNull, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { isRemix, type JobRow, jobSteps, jobs } from '../../schema/generation.ts'
import { workflows } from '../../schema/workflows.ts'
import { abandonCreation, listProofs } from '../creations/index.ts'
import { notify } from '../notices/index.ts'
import { detachJob, recordCancelledRun } from '../payments/index.ts'
import { getRecipe } from '../workflows/index.ts'
import { type Ending, endJob, notifyOfEnding, postCost, sumCostOfPayment } from './end-job.ts'
import { generationEvents } from './events.ts'
import { getRecipeOf, namesChosen, stuckStep } from './job-recipe.ts'
import { dropProducts } from './product.ts'
import { settleBatch } from './settle-batch.ts'
import { wakeNextInLine } from './slot.ts'

/** Ends a job, whose row is locked, without a delivery, and undoes what its steps have begun. */
export async function abandonJob(
  tx: TxCtx,
  job: JobRow,
  ending: Exclude<Ending, { status: 'COMPLETED' }>,
): Promise<JobRow> {
  const row = await endJob(tx, job, ending)
  await stopRemoteWork(tx, job)
  await releaseSlots(tx, job.id)
  if (isRemix(job)) {
    await dropProducts(tx, job)
    await abandonCreation(tx, job.creationId)
  }
  const { id: jobId, paymentId } = job
  await postCost(tx, job)
  const cancelledByOwner = ending.status === 'CANCELLED' && ending.by === 'owner'
  if (paymentId) {
    // Time of this machine counts on a public server alone, and once the run has begun.
    const begun = job.startedAt !== null
    const tookSomething =
      (job.costLimit > 0 && (begun || !job.batchId)) || (job.paidSeconds > 0 && begun)
    if (cancelledByOwner && tookSomething) await recordCancelledRun(tx, paymentId, jobId)
  }
  if (paymentId && !job.batchId) {
    const spentCents = await sumCostOfPayment(tx, paymentId)
    const waiting = job.creationId ? await findWaiting(tx, job.creationId, paymentId) : undefined
    await detachJob(tx, { paymentId, jobId, outcome: ending.status, spentCents, waiting })
  }
  if (ending.status === 'FAILED') {
    await notifyOfEnding(tx, row, { failed: ending.message })
    if (ending.byRecipe && isRemix(job)) await tx.queue.send(tx, notifyOfFault, { jobId })
    if (isRemix(job)) {
      await generationEvents.failed.emit(tx, { workflowId: job.workflowId, code: ending.code })
    }
  } else if (ending.by === 'operator') await notifyOfEnding(tx, row, { failed: BY_OPERATOR })
  if (isRemix(job) && !cancelledByOwner) {
    await generationEvents.ended.emit(tx, { job: row, held: false })
  }
  await settleBatch(tx, job)
  return row
}

/** The newest proof that waits on the payment, and until when; where none waits, undefined. */
async function findWaiting(tx: TxCtx, creationId: string, paymentId: string) {
  const proofs = await listProofs(tx, creationId)
  const newest = proofs.at(-1)
  return (
    newest && { paymentId, jobId: newest.jobId, creationId: newest.id, until: newest.proofUntil }
  )
}

const BY_OPERATOR = 'We had to end this remix. Please try again.'

async function stopRemoteWork(tx: TxCtx, job: JobRow): Promise<void> {
  const waiting = await tx.db
    .select()
    .from(jobSteps)
    .where(
      and(eq(jobSteps.jobId, job.id), eq(jobSteps.state, 'waiting'), isNotNull(jobSteps.operation)),
    )
  if (waiting.length === 0) return
  const recipe = await getRecipeOf(tx, job)
  for (const step of waiting) {
    const provider = recipe.steps.find((one) => one.id === step.stepId)?.provider
    if (provider && step.operation) {
      await tx.queue.send(tx, cancelOperation, { provider, operation: step.operation })
    }
  }
}

/** Releases the slots of a job that ends without a delivery. */
async function releaseSlots(tx: TxCtx, jobId: string): Promise<void> {
  const left = await tx.db
    .update(jobSteps)
    .set({ slot: null })
    .where(and(eq(jobSteps.jobId, jobId), isNotNull(jobSteps.slot)))
    .returning({ provider: jobSteps.provider })
  for (const provider of new Set(left.map((row) => row.provider))) {
    if (provider) wakeNextInLine(tx, provider)
  }
}

/** Stops remote work of a job that was cancelled or failed. */
export const cancelOperation = defineTask({
  name: 'generation.cancel-operation',
  data: z.object({ provider: z.string(), operation: z.record(z.string(), z.unknown()) }),
  retryLimit: 3,
  run: (ctx: Ctx, { provider, operation }) => ctx.providers.get(provider).cancel(operation),
})

/** Tells a creator once of each fault that a version of a recipe shows to its buyers. */
export const notifyOfFault = defineTask({
  name: 'generation.notify-of-fault',
  data: z.object({ jobId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, { jobId }) =>
    inTransaction(ctx, async (tx) => {
      const [found] = await tx.db
        .select({ job: jobs, step: stuckStep, ownerId: workflows.ownerId })
        .from(jobs)
        .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
        .where(eq(jobs.id, jobId))
      if (!found) return
      const { workflowId, workflowVersion, errorDetail } = found.job
      if (!workflowId || !workflowVersion || !errorDetail) return
      const alike = and(
        eq(jobs.workflowId, workflowId),
        eq(jobs.workflowVersion, workflowVersion),
        eq(jobs.errorDetail, errorDetail),
        // Of two that fail at once, the later one is left out.
        or(
          lt(jobs.finishedAt, found.job.finishedAt ?? tx.clock.now()),
          and(eq(jobs.finishedAt, found.job.finishedAt ?? tx.clock.now()), lt(jobs.id, jobId)),
        ),
      )
      if ((await tx.db.$count(jobs, alike)) > 0) return
      const recipe = await getRecipe(tx, workflowId, workflowVersion)
      await notify(tx, {
        to: found.ownerId,
        kind: 'workflow_fault',
        subjectId: jobId,
        facts: {
          recipe: recipe.name,
          workflowId,
          step: found.step,
          reason: errorDetail,
          chosen: namesChosen(recipe.inputs, found.job.inputs)
            .map(({ label, value }) => `${label}: ${value}`)
            .join(', '),
        },
      })
    }),
})
