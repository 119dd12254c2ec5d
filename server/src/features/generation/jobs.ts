import type { Ctx } from '../../ctx.ts'
import { createPlaces } from '../../platform/queue/places.ts'
import { admitFreeRuns } from './admit-free-runs.ts'
import { advance, advanceLong, advanceShort, cancelOperation } from './job-definitions.ts'
import { shareConcurrency } from './rules.ts'
import { endOverdue, wakeForgotten } from './sweep-jobs.ts'
import { workOnJob } from './work-on-job.ts'

const SWEEP_MS = 3_000

export interface GenerationWorker {
  /** Resolves when nothing runs here any more. */
  stop(graceMs: number): Promise<void>
}

/** Works on jobs until stopped, and looks for those whose worker died or whose waking was lost. */
export function startGenerationWorker(
  ctx: Ctx,
  options: { worker: string; concurrency: number },
): GenerationWorker {
  const shutdown = new AbortController()
  const running = new Set<Promise<void>>()
  const carry = async ({ jobId }: { jobId: string }) => {
    const work = workOnJob(ctx, jobId, { worker: options.worker, shutdown: shutdown.signal })
    running.add(work)
    try {
      await work
    } finally {
      running.delete(work)
    }
  }
  const most = shareConcurrency(options.concurrency)
  const all = createPlaces(options.concurrency)
  const free = createPlaces(most.free, all)
  ctx.queue.work(advance, { concurrency: options.concurrency, places: all }, carry)
  ctx.queue.work(advanceShort, { concurrency: most.free, places: free }, carry)
  ctx.queue.work(advanceLong, { concurrency: most.long, places: free }, carry)
  ctx.queue.work(cancelOperation, { concurrency: 1 }, async ({ provider, operation }) => {
    await ctx.providers.get(provider).cancel(operation)
  })
  const sweep = setInterval(() => {
    sweepJobs(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'the sweep failed'))
  }, SWEEP_MS)
  return {
    async stop(graceMs) {
      clearInterval(sweep)
      const calm = Promise.allSettled(running)
      const grace = setTimeout(() => shutdown.abort(), graceMs)
      await calm
      clearTimeout(grace)
      shutdown.abort()
      await Promise.allSettled(running)
    },
  }
}

async function sweepJobs(ctx: Ctx): Promise<void> {
  await endOverdue(ctx)
  await wakeForgotten(ctx)
  await admitFreeRuns(ctx)
}
