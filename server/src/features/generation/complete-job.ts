import type { Ctx } from '../../ctx.ts'
import { isRemix, type JobRow, type RemixRow } from '../../schema/generation.ts'
import { type MediaRow } from '../../schema/media.ts'
import { deliverCreation, deliverProof } from '../creations/index.ts'
import {
  discardMedia,
  findMedia,
  makeVariants,
  markMediaUsed,
  type PreparedMedia,
  prepareProof,
  recordMedia,
} from '../media/index.ts'
import { type ImageVerdict, requestReview } from '../moderation/index.ts'
import { findPayment, recordProof, requestCapture } from '../payments/index.ts'
import { findLive, hashRecipe, markTested } from '../workflows/index.ts'
import { endJob, notifyOfEnding, postCost } from './end-job.ts'
import { generationEvents } from './events.ts'
import { getRecipeOf } from './job-recipe.ts'
import { LostJob, whileLeased } from './lease.ts'
import { checkOutput, dropProducts } from './product.ts'
import { retryStorage } from './step.ts'

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
    const ended = await endJob(tx, leased, { status: 'COMPLETED' })
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
    await notifyOfEnding(tx, leased, { kind: held ? 'creation_in_review' : 'creation_ready' })
    await generationEvents.ended.emit(tx, { job: ended, held })
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
    await generationEvents.testPassed.emit(tx, { workflowId })
  })
}

type PreparedProof = Awaited<ReturnType<typeof prepareProof>>
interface Made {
  file: Pick<MediaRow, 'id' | 'kind' | 'storageKey'>
  verdict: ImageVerdict
}

/** A sale that is proof-first: its buyer sees a proof, and decides before anything is charged. */
async function deliverAsProof(
  ctx: Ctx,
  job: RemixRow,
  { signal, ...made }: Made & { signal: AbortSignal },
): Promise<void> {
  const recipe = await getRecipeOf(ctx, job)
  const step = recipe.steps.find((one) => one.id === recipe.output)
  const sourceType = step ? ctx.providers.get(step.provider).sourceType : null
  const proof = await retryStorage(ctx, signal, () =>
    prepareProof(ctx, made.file, { sourceType, signal }),
  )
  try {
    await showProof(ctx, job, made, proof)
  } catch (error) {
    // After another error the row may have been written; if not, a sweep deletes the file.
    if (error instanceof LostJob) await discardMedia(ctx, proof)
    throw error
  }
}

/** One transaction shows the proof, seals the whole file, ends the job and waits for the buyer. */
async function showProof(
  ctx: Ctx,
  job: RemixRow,
  { file, verdict }: Made,
  proof: PreparedProof,
): Promise<void> {
  const { id: jobId, creationId, paymentId, workflowId, workflowVersion: version } = job
  if (!paymentId) throw new Error('a proof needs a payment')
  await whileLeased(ctx, job, async (tx, leased) => {
    const ended = await endJob(tx, leased, { status: 'COMPLETED' })
    await recordMedia(tx, proof, leased.ownerId)
    await markMediaUsed(tx, [file.id, proof.id])
    const costCents = await postCost(tx, job)
    if (job.progressSteps > 1) await dropProducts(tx, job, file.id)
    await markTested(tx, { workflowId, version })
    const shown = await recordProof(tx, { paymentId, jobId, creationId, costCents })
    await deliverProof(tx, {
      creationId,
      mediaId: proof.id,
      wholeMediaId: file.id,
      mayBePublic: verdict.decision === 'allow',
      ...shown,
    })
    await tx.queue.send(tx, makeVariants, { mediaId: proof.id, ...seenOf(file.id, verdict) })
    if (verdict.decision === 'review') {
      await requestReview(tx, { creationId, score: verdict.score })
    }
    await notifyOfEnding(tx, leased, { kind: 'proof_ready', until: shown.until })
    await generationEvents.ended.emit(tx, { job: ended, held: verdict.decision === 'review' })
  })
}

/**
 * Sends the check's features with the task that makes the variants, which stores them: the delivery
 * needs no further statement.
 */
function seenOf(mediaId: string, { features }: ImageVerdict) {
  return features ? { seen: { mediaId, features } } : {}
}
