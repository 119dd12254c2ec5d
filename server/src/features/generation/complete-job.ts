import type { Ctx } from '../../ctx.ts'
import { deliverCreation } from '../creations/index.ts'
import { findMedia, makeVariants, markMediaUsed, type PreparedMedia } from '../media/index.ts'
import { type ImageVerdict, requestReview } from '../moderation/index.ts'
import { findPayment, requestCapture } from '../payments/index.ts'
import { findLive, hashRecipe, markTested } from '../workflows/index.ts'
import { checkOutput } from './check-output.ts'
import { deliverAsProof } from './deliver-as-proof.ts'
import { dropProducts } from './drop-products.ts'
import { endJob } from './end-job.ts'
import { generationEvents } from './events.ts'
import { postCost } from './post-cost.ts'
import { seenOf } from './seen-of.ts'
import { isRemix, type JobRow, type RemixRow } from './tables.ts'
import { tellEnding } from './tell-ending.ts'
import { whileLeased } from './while-leased.ts'

interface Product {
  mediaId: string
  /** Undefined where another worker stored the file. */
  file: PreparedMedia | undefined
  signal: AbortSignal
}

/** Checks the output step's product and delivers or refuses it; a test's products were checked as they came. */
export async function completeJob(
  ctx: Ctx,
  job: JobRow,
  { mediaId, file: made, signal }: Product,
): Promise<void> {
  if (!isRemix(job)) return completeTest(ctx, job, mediaId)
  const file = made ?? (await findMedia(ctx, [mediaId])).get(mediaId)
  if (!file) throw new Error('the output step made nothing that is kept')
  const verdict = await checkOutput(ctx, file, signal)
  const sale = job.paymentId ? await findPayment(ctx, job.paymentId) : undefined
  if (sale?.draws) await deliverAsProof(ctx, job, { file, verdict, signal })
  else await deliver(ctx, job, { mediaId, verdict })
}

/** One transaction delivers the creation, ends the job and requests the capture. */
async function deliver(
  ctx: Ctx,
  job: RemixRow,
  { mediaId, verdict }: { mediaId: string; verdict: ImageVerdict },
): Promise<void> {
  const { id: jobId, creationId, paymentId, workflowId, workflowVersion: version } = job
  await whileLeased(ctx, job, async (tx, leased) => {
    await endJob(tx, leased, { status: 'COMPLETED' })
    await markMediaUsed(tx, [mediaId])
    await markTested(tx, { workflowId, version })
    await deliverCreation(tx, { creationId, mediaId, mayBePublic: verdict.decision === 'allow' })
    await tx.queue.send(tx, makeVariants, { mediaId, ...seenOf(mediaId, verdict) })
    if (verdict.decision === 'review') {
      await requestReview(tx, { creationId, score: verdict.score })
    }
    const costCents = await postCost(tx, job)
    if (paymentId) await requestCapture(tx, { paymentId, jobId, creationId, costCents })
    if (job.progressSteps > 1) await dropProducts(tx, job, mediaId)
    const held = verdict.decision === 'review'
    await tellEnding(tx, leased, { kind: held ? 'creation_in_review' : 'creation_ready' })
  })
}

/** Ends a test whose steps have all delivered; no creation, sale or count comes of it. */
async function completeTest(ctx: Ctx, job: JobRow, mediaId: string): Promise<void> {
  const { workflowId } = job
  await whileLeased(ctx, job, async (tx, leased) => {
    await endJob(tx, leased, { status: 'COMPLETED' })
    await tx.queue.send(tx, makeVariants, { mediaId })
    await postCost(tx, job)
    if (!workflowId) return
    const live = await findLive(tx, workflowId)
    if (live && hashRecipe(live.recipe) === job.documentHash) await markTested(tx, live)
    await generationEvents.testPassed.tell(tx, { workflowId })
  })
}
