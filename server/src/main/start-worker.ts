import { hostname } from 'node:os'
import type { Ctx } from '../ctx.ts'
import { startGenerationWorker } from '../features/generation/index.ts'
import { makeVariants, runMakeVariants } from '../features/media/index.ts'
import { workOnPayments } from '../features/payments/index.ts'
import { makeSamples, runMakeSamples } from './seed-catalogue.ts'
import { SWEEPS } from './sweeps.ts'

const CONCURRENCY = 8

export interface Worker {
  stop(graceMs: number): Promise<void>
}

export function startWorker(ctx: Ctx): Worker {
  const name = `${hostname()}:${process.pid}`
  const generation = startGenerationWorker(ctx, {
    worker: name,
    concurrency: ctx.config.WORKER_CONCURRENCY ?? CONCURRENCY,
  })
  ctx.queue.work(makeVariants, { concurrency: 1 }, (data, signal) =>
    runMakeVariants(ctx, data, signal),
  )
  workOnPayments(ctx)
  ctx.queue.work(makeSamples, { concurrency: 1 }, () => runMakeSamples(ctx))
  for (const { job, run } of SWEEPS) {
    ctx.queue.work(job, { concurrency: 1 }, async () => {
      await run(ctx)
    })
  }
  return {
    async stop(graceMs) {
      ctx.queue.pause()
      await generation.stop(graceMs)
    },
  }
}
