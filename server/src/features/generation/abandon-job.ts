import { and, eq, isNotNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { abandonCreation } from '../creations/index.ts'
import { detachJob, recordCancelledRun } from '../payments/index.ts'
import { cancelOperation } from './cancel-operation.ts'
import { dropProducts } from './drop-products.ts'
import { type Ending, endJob } from './end-job.ts'
import { generationEvents } from './events.ts'
import { getRecipeOf } from './get-recipe-of.ts'
import { postCost } from './post-cost.ts'
import { sumCostOfPayment } from './sum-cost-of-job.ts'
import { isRemix, type JobRow, jobSteps } from './tables.ts'
import { tellEnding } from './tell-ending.ts'
import { tellFault } from './tell-fault.ts'
import { wakeNextInLine } from './wake-next-in-line.ts'

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
  if (paymentId) {
    const cancelledByOwner = ending.status === 'CANCELLED' && ending.by === 'owner'
    // Time of this machine counts on a public server alone, and once the run has begun.
    const tookSomething = job.costLimit > 0 || (job.paidSeconds > 0 && job.startedAt !== null)
    if (cancelledByOwner && tookSomething) await recordCancelledRun(tx, paymentId, jobId)
    const spentCents = await sumCostOfPayment(tx, paymentId)
    await detachJob(tx, { paymentId, jobId, outcome: ending.status, spentCents })
  }
  if (ending.status === 'FAILED') {
    await tellEnding(tx, row, { failed: ending.message })
    if (ending.byRecipe && isRemix(job)) await tx.queue.send(tx, tellFault, { jobId })
    if (isRemix(job)) {
      await generationEvents.failed.tell(tx, { workflowId: job.workflowId, code: ending.code })
    }
  } else if (ending.by === 'operator') await tellEnding(tx, row, { failed: BY_OPERATOR })
  return row
}

const BY_OPERATOR = 'We had to end this run. Please try again.'

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
