import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { deliverCreation } from '../creations/index.ts'
import { findMedia, makeVariants } from '../media/index.ts'
import { checkImage, holdCreation, type ImageVerdict } from '../moderation/index.ts'
import type { Recipe } from '../workflows/index.ts'
import { endJob } from './end-job.ts'
import { whileHolding } from './hold-job.ts'
import { insistOnStore } from './insist-on-store.ts'
import { type JobRow, jobSteps } from './tables.ts'

/** Delivery, the job's end and the request for the money are one transaction. */
export async function completeJob(
  ctx: Ctx,
  job: JobRow,
  recipe: Recipe,
  signal: AbortSignal,
): Promise<void> {
  const mediaId = await outputOf(ctx, job, recipe)
  const verdict = await judge(ctx, mediaId, signal)
  if (verdict.decision === 'refuse') {
    throw new AppError(
      'content_refused',
      'The result is of a kind that is not allowed here. It was not kept and nothing was charged.',
    )
  }
  await whileHolding(ctx, job, async (tx) => {
    const [spent] = await tx.db
      .select({ cents: sql<number>`coalesce(sum(${jobSteps.costCents}), 0)::int` })
      .from(jobSteps)
      .where(eq(jobSteps.jobId, job.id))
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
        paymentId: job.paymentId,
        costCents: spent?.cents ?? 0,
      })
    }
    await endJob(tx, job, { status: 'COMPLETED' })
  })
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
async function judge(ctx: Ctx, mediaId: string, signal: AbortSignal): Promise<ImageVerdict> {
  const file = (await findMedia(ctx, [mediaId])).get(mediaId)
  const key = file?.kind === 'video' ? file.previewKey : file?.storageKey
  if (!key) throw new Error('the output has no picture to judge')
  return checkImage(ctx, await insistOnStore(signal, () => ctx.storage.read(key)), signal)
}
