import type { CreationView } from '@vignette/contract/creations.ts'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { WithStatus } from '../../platform/http/define-api.ts'
import { watchCaller } from '../../platform/http/watch-caller.ts'
import { isRemix, type JobRow } from '../../schema/generation.ts'
import { getCreation } from '../creations/index.ts'
import { type Accepted, cancelJob, viewAccepted } from './job.ts'
import { type StartRemix, startRemix } from './start-remix.ts'
import { drawingOf } from './step.ts'
import { watchJob } from './watch-job.ts'

/** Answers at once with the job, or, for a synchronous call, with the job's result. */
export async function createCreation(
  ctx: Ctx,
  want: StartRemix,
  request: FastifyRequest,
  draining: AbortSignal,
): Promise<Accepted | CreationView | WithStatus<Accepted>> {
  if (want.async) return viewAccepted(await startRemix(ctx, want))
  const { principal, address } = ctx.caller
  // Checked before a payment is claimed or a job queued.
  const releaseSlot = ctx.waits.take('answers', { principal: principal?.id, address })
  try {
    return await answerWhenEnded(ctx, await startRemix(ctx, want), request, draining)
  } finally {
    releaseSlot()
  }
}

async function answerWhenEnded(
  ctx: Ctx,
  job: JobRow,
  request: FastifyRequest,
  draining: AbortSignal,
): Promise<CreationView | WithStatus<Accepted>> {
  const { left, stopWatching } = watchCaller(request)
  try {
    const ended = await watchJob(ctx, job, AbortSignal.any([left, draining]), () => undefined)
    if (ended.status === 'COMPLETED' && isRemix(ended))
      return await getCreation(ctx, ended.creationId, { drawing: drawingOf(ended) })
    if (ended.status === 'FAILED') {
      throw new AppError('generation_failed', ended.errorMessage ?? 'Job failed')
    }
    if (ended.status === 'CANCELLED') {
      throw new AppError('generation_failed', 'The generation was cancelled.')
    }
    if (left.aborted) await cancelJob(ctx, job.id).catch(() => undefined)
    // This process is shutting down; another continues the job, which the caller finds by its id.
    return new WithStatus(202, viewAccepted(ended))
  } finally {
    stopWatching()
  }
}
