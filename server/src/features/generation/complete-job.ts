import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { deliverCreation } from '../creations/index.ts'
import { findMedia, type MediaRow, makeVariants, markMediaUsed } from '../media/index.ts'
import { checkImage, type ImageVerdict, requestReview } from '../moderation/index.ts'
import { postJobCost, requestCapture } from '../payments/index.ts'
import { dropProducts } from './drop-products.ts'
import { endJob } from './end-job.ts'
import { retryStorage } from './retry-storage.ts'
import { sumCostOfJob } from './sum-cost-of-job.ts'
import type { JobRow } from './tables.ts'
import { tellEnding } from './tell-ending.ts'
import { whileLeased } from './while-leased.ts'

/** Checks the output step's product and delivers or refuses it. */
export async function completeJob(
  ctx: Ctx,
  job: JobRow,
  { mediaId, signal }: { mediaId: string; signal: AbortSignal },
): Promise<void> {
  const file = (await findMedia(ctx, [mediaId])).get(mediaId)
  if (!file) throw new Error('the output step made nothing that is kept')
  const verdict = await scoreOutput(ctx, file, signal)
  if (verdict.decision === 'refuse') {
    throw new AppError(
      'content_refused',
      'The result is of a kind that is not allowed here. It was not kept and nothing was charged.',
    )
  }
  await deliver(ctx, job, { mediaId, verdict })
}

/** One transaction delivers the creation, ends the job and requests the capture. */
async function deliver(
  ctx: Ctx,
  job: JobRow,
  { mediaId, verdict }: { mediaId: string; verdict: ImageVerdict },
): Promise<void> {
  const { id: jobId, creationId, workflowId, paymentId } = job
  await whileLeased(ctx, job, async (tx, leased) => {
    await endJob(tx, leased, { status: 'COMPLETED' })
    await markMediaUsed(tx, [mediaId])
    await deliverCreation(tx, { creationId, mediaId, mayBePublic: verdict.decision === 'allow' })
    await tx.queue.send(tx, makeVariants, { mediaId })
    if (verdict.decision === 'review') {
      await requestReview(tx, { creationId, score: verdict.score })
    }
    const costCents = await sumCostOfJob(tx, job)
    await postJobCost(tx, { jobId, workflowId, paymentId, costCents })
    if (paymentId) await requestCapture(tx, { paymentId, jobId, creationId, costCents })
    if (job.progressSteps > 1) await dropProducts(tx, job, mediaId)
    const held = verdict.decision === 'review'
    await tellEnding(tx, leased, { kind: held ? 'creation_held' : 'creation_ready' })
  })
}

/** Scores the picture itself, or a film's poster. */
async function scoreOutput(
  ctx: Ctx,
  file: Pick<MediaRow, 'kind' | 'previewKey' | 'storageKey'>,
  signal: AbortSignal,
): Promise<ImageVerdict> {
  const key = file.kind === 'video' ? file.previewKey : file.storageKey
  if (!key) throw new Error('the output has no picture to score')
  return checkImage(ctx, await retryStorage(ctx, signal, () => ctx.storage.read(key)), signal)
}
