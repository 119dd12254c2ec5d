import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { deliverCreation } from '../creations/index.ts'
import { findMedia, type MediaRow, makeVariants, markMediaUsed } from '../media/index.ts'
import { checkImage, holdCreation, type ImageVerdict } from '../moderation/index.ts'
import type { Recipe } from '../workflows/index.ts'
import { dropProducts, endDelivered } from './end-job.ts'
import { retryStorage } from './retry-storage.ts'
import { sumCostOfJob } from './sum-cost-of-job.ts'
import { type JobRow, jobSteps } from './tables.ts'

/** Judges what the steps made and delivers it, or refuses it. */
export async function completeJob(
  ctx: Ctx,
  job: JobRow,
  options: Pick<Delivery, 'recipe' | 'onDelivery'> & { signal: AbortSignal },
): Promise<void> {
  const { recipe, signal, onDelivery } = options
  const mediaId = await outputOf(ctx, job, recipe)
  const file = (await findMedia(ctx, [mediaId])).get(mediaId)
  if (!file) throw new Error('the output step made nothing that is kept')
  const verdict = await scoreOutput(ctx, file, signal)
  assertNotRefused(verdict)
  await deliver(ctx, job, { recipe, mediaId, verdict, onDelivery })
}

export interface Delivery {
  recipe: Recipe
  mediaId: string
  verdict: ImageVerdict
  /** Called once it is committed, before anybody hears of it. */
  onDelivery: () => void
  /** Stores what the last step made, as used, where that was not done before. */
  store?: (tx: TxCtx, held: JobRow) => Promise<void>
}

/** Delivery, the job's end and the request for the money are one transaction. */
export async function deliver(
  ctx: Ctx,
  job: JobRow,
  { recipe, mediaId, verdict, onDelivery, store }: Delivery,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    tx.afterCommit(onDelivery)
    const held = await endDelivered(tx, job)
    if (store) await store(tx, held)
    else await markMediaUsed(tx, [mediaId])
    await deliverCreation(tx, {
      creationId: job.creationId,
      mediaId,
      mayBePublic: verdict.decision === 'allow',
    })
    await tx.queue.send(tx, makeVariants, { mediaId })
    if (verdict.decision === 'hold') {
      await holdCreation(tx, { creationId: job.creationId, score: verdict.score })
    }
    for (const hook of tx.hooks.creationDelivered) {
      await hook(tx, {
        creationId: job.creationId,
        jobId: job.id,
        workflowId: job.workflowId,
        paymentId: job.paymentId,
        costCents: await sumCostOfJob(tx, job),
      })
    }
    if (recipe.steps.length > 1) await dropProducts(tx, job, mediaId)
  })
}

export function assertNotRefused({ decision }: ImageVerdict): void {
  if (decision !== 'refuse') return
  throw new AppError(
    'content_refused',
    'The result is of a kind that is not allowed here. It was not kept and nothing was charged.',
  )
}

async function outputOf(ctx: Ctx, job: JobRow, recipe: Recipe): Promise<string> {
  const [output] = await ctx.db
    .select({ mediaId: jobSteps.mediaId })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, job.id), eq(jobSteps.stepId, recipe.output)))
  if (!output?.mediaId) throw new Error('the output step made nothing')
  return output.mediaId
}

/** The picture itself; of a film its poster. */
export async function scoreOutput(
  ctx: Ctx,
  file: Pick<MediaRow, 'kind' | 'previewKey' | 'storageKey'>,
  signal: AbortSignal,
): Promise<ImageVerdict> {
  const key = file.kind === 'video' ? file.previewKey : file.storageKey
  if (!key) throw new Error('the output has no picture to judge')
  return checkImage(ctx, await retryStorage(signal, () => ctx.storage.read(key)), signal)
}
