import { hostname } from 'node:os'
import type { Ctx } from '../../ctx.ts'
import type { Runner } from '../../feature.ts'
import { createPlaces } from '../../platform/queue/places.ts'
import { admitFreeRuns } from './admit-free-runs.ts'
import { advance, advanceLong, advanceShort } from './lanes.ts'
import { shareConcurrency } from './rules.ts'
import { endOverdue, wakeForgotten } from './wake-forgotten.ts'
import { workOnJob } from './work-on-job.ts'

const CONCURRENCY = 8
const SWEEP_MS = 3_000

/** Works on jobs until stopped, and looks for those whose worker died or whose waking was lost. */
export function startGenerationWorker(ctx: Ctx): Runner {
  const worker = `${hostname()}:${process.pid}`
  const concurrency = ctx.config.WORKER_CONCURRENCY ?? CONCURRENCY
  const shutdown = new AbortController()
  const running = new Set<Promise<void>>()
  const carry = async ({ jobId }: { jobId: string }) => {
    const work = workOnJob(ctx, jobId, { worker, shutdown: shutdown.signal })
    running.add(work)
    try {
      await work
    } finally {
      running.delete(work)
    }
  }
  const most = shareConcurrency(concurrency)
  const all = createPlaces(concurrency)
  const free = createPlaces(most.free, all)
  ctx.queue.work(advance, { concurrency, places: all }, carry)
  ctx.queue.work(advanceShort, { concurrency: most.free, places: free }, carry)
  ctx.queue.work(advanceLong, { concurrency: most.long, places: free }, carry)
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
