import type { Ctx } from '../../ctx.ts'
import { isRemix, type JobRow, type RemixRow } from '../../schema/generation.ts'
import { type MediaRow } from '../../schema/media.ts'
import { deliverCreation, deliverProof } from '../creations/index.ts'
import {
  discardMedia,
  findMedia,
  makeVariants,
  markAdult,
  markMediaUsed,
  type PreparedMedia,
  prepareProof,
  recordMedia,
} from '../media/index.ts'
import { type ImageVerdict, requestReview } from '../moderation/index.ts'
import { findPayment, recordProof, requestCapture } from '../payments/index.ts'
import { areTextsAdult, findLive, hashRecipe, markTested } from '../workflows/index.ts'
import { endJob, notifyOfEnding, postCost } from './end-job.ts'
import { generationEvents } from './events.ts'
import { getRecipeOf } from './job-recipe.ts'
import { LostJob, whileLeased } from './lease.ts'
import { checkOutput, dropProducts } from './product.ts'
import { settleBatch } from './settle-batch.ts'
import { retryStorage } from './step.ts'

/** What an output step has made. */
interface Product {
  stepId: string
  mediaId: string
  /** Undefined where another worker stored the file. */
  file: PreparedMedia | undefined
}

interface CheckedFile {
  stepId: string
  file: Pick<MediaRow, 'id' | 'kind' | 'storageKey'>
  verdict: ImageVerdict
}

/** Checks what the output steps made and delivers all of it or nothing; a test's products were checked as they came. */
export async function completeJob(
  ctx: Ctx,
  job: JobRow,
  { made, signal }: { made: Product[]; signal: AbortSignal },
): Promise<void> {
  if (!isRemix(job)) return completeTest(ctx, job, made)
  const elsewhere = made.filter(({ file }) => !file).map(({ mediaId }) => mediaId)
  const stored = await findMedia(ctx, elsewhere)
  const files: CheckedFile[] = []
  // One after the other: a check holds its whole picture in memory.
  for (const { stepId, mediaId, file = stored.get(mediaId) } of made) {
    if (!file) throw new Error('an output step made nothing that is kept')
    files.push({ stepId, file, verdict: await checkOutput(ctx, job, file, signal) })
  }
  const isAdult =
    files.some(({ verdict }) => verdict.decision === 'adult') ||
    (await areTextsAdult(ctx, () => getRecipeOf(ctx, job), job.inputs))
  const sale = job.paymentId ? await findPayment(ctx, job.paymentId) : undefined
  if (sale?.draws) await deliverAsProof(ctx, job, { files, isAdult, signal })
  else await deliver(ctx, job, { files, isAdult })
}

/** The strictest verdict holds for all files of a creation. */
function worstOf(files: readonly CheckedFile[]): Pick<ImageVerdict, 'score'> & { held: boolean } {
  const doubtful = files.filter(({ verdict }) => verdict.decision === 'review')
  return {
    held: doubtful.length > 0,
    score: Math.max(0, ...doubtful.map(({ verdict }) => verdict.score)),
  }
}

/** One transaction delivers the creation, ends the job and requests the capture. */
async function deliver(
  ctx: Ctx,
  job: RemixRow,
  { files, isAdult }: { files: CheckedFile[]; isAdult: boolean },
): Promise<void> {
  const { id: jobId, creationId, paymentId, workflowId, workflowVersion: version } = job
  const mediaIds = files.map(({ file }) => file.id)
  const { held, score } = worstOf(files)
  await whileLeased(ctx, job, async (tx, leased) => {
    const ended = await endJob(tx, leased, { status: 'COMPLETED' })
    await markMediaUsed(tx, mediaIds)
    if (isAdult) await markAdult(tx, mediaIds)
    await markTested(tx, { workflowId, version })
    await deliverCreation(tx, { creationId, mediaIds, mayBePublic: !held })
    for (const { file, verdict } of files) {
      await tx.queue.send(tx, makeVariants, { mediaId: file.id, ...seenOf(file.id, verdict) })
    }
    if (held) await requestReview(tx, { creationId, score })
    const costCents = await postCost(tx, job)
    if (paymentId && !job.batchId) {
      await requestCapture(tx, { paymentId, jobId, creationId, costCents })
    }
    if (job.progressSteps > mediaIds.length) await dropProducts(tx, job, mediaIds)
    await notifyOfEnding(tx, leased, { kind: held ? 'creation_in_review' : 'creation_ready' })
    await generationEvents.ended.emit(tx, { job: ended, held })
    await settleBatch(tx, job)
  })
}

/** Ends a test whose steps have all delivered; no creation, sale or count comes of it. */
async function completeTest(ctx: Ctx, job: JobRow, made: Product[]): Promise<void> {
  const { workflowId } = job
  await whileLeased(ctx, job, async (tx, leased) => {
    await endJob(tx, leased, { status: 'COMPLETED' })
    for (const { mediaId } of made) await tx.queue.send(tx, makeVariants, { mediaId })
    await postCost(tx, job)
    if (!workflowId) return
    const live = await findLive(tx, workflowId)
    if (live && hashRecipe(live.recipe) === job.documentHash) await markTested(tx, live)
    await generationEvents.testPassed.emit(tx, { workflowId })
  })
}

interface ProvedFile extends CheckedFile {
  proof: Awaited<ReturnType<typeof prepareProof>>
}

/** A sale that is proof-first: its buyer sees a proof, and decides before anything is charged. */
async function deliverAsProof(
  ctx: Ctx,
  job: RemixRow,
  { files, isAdult, signal }: { files: CheckedFile[]; isAdult: boolean; signal: AbortSignal },
): Promise<void> {
  const recipe = await getRecipeOf(ctx, job)
  const proved: ProvedFile[] = []
  try {
    for (const made of files) {
      const step = recipe.steps.find((one) => one.id === made.stepId)
      const sourceType = step ? ctx.providers.get(step.provider).sourceType : null
      const proof = await retryStorage(ctx, signal, () =>
        prepareProof(ctx, made.file, { sourceType, signal }),
      )
      proved.push({ ...made, proof })
    }
    await showProof(ctx, job, { files: proved, isAdult })
  } catch (error) {
    // After another error the rows may have been written; if not, a sweep deletes the files.
    if (error instanceof LostJob) for (const { proof } of proved) await discardMedia(ctx, proof)
    throw error
  }
}

/** One transaction shows the proof, seals the whole files, ends the job and waits for the buyer. */
async function showProof(
  ctx: Ctx,
  job: RemixRow,
  { files, isAdult }: { files: ProvedFile[]; isAdult: boolean },
): Promise<void> {
  const { id: jobId, creationId, paymentId, workflowId, workflowVersion: version } = job
  if (!paymentId) throw new Error('a proof needs a payment')
  const wholeIds = files.map(({ file }) => file.id)
  const { held, score } = worstOf(files)
  await whileLeased(ctx, job, async (tx, leased) => {
    const ended = await endJob(tx, leased, { status: 'COMPLETED' })
    for (const { proof } of files) await recordMedia(tx, proof, leased.ownerId)
    const allIds = [...wholeIds, ...files.map(({ proof }) => proof.id)]
    await markMediaUsed(tx, allIds)
    if (isAdult) await markAdult(tx, allIds)
    const costCents = await postCost(tx, job)
    if (job.progressSteps > wholeIds.length) await dropProducts(tx, job, wholeIds)
    await markTested(tx, { workflowId, version })
    const shown = await recordProof(tx, { paymentId, jobId, creationId, costCents })
    await deliverProof(tx, {
      creationId,
      files: files.map(({ proof, file }) => ({ mediaId: proof.id, wholeMediaId: file.id })),
      mayBePublic: !held,
      ...shown,
    })
    for (const { proof, file, verdict } of files) {
      await tx.queue.send(tx, makeVariants, { mediaId: proof.id, ...seenOf(file.id, verdict) })
    }
    if (held) await requestReview(tx, { creationId, score })
    await notifyOfEnding(tx, leased, { kind: 'proof_ready', until: shown.until })
    await generationEvents.ended.emit(tx, { job: ended, held })
  })
}

/**
 * Sends the check's features with the task that makes the variants, which stores them: the delivery
 * needs no further statement.
 */
function seenOf(mediaId: string, { features }: ImageVerdict) {
  return features ? { seen: { mediaId, features } } : {}
}
