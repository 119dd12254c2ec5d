import type { Ctx } from '../ctx.ts'
import type { Feature, Runner } from '../feature.ts'
import { FEATURES } from './features.ts'

/** Works on the tasks of all features; a declared task without a runner keeps the worker from starting. */
export function startWorker(ctx: Ctx, features: readonly Feature[] = FEATURES): Runner {
  const runners = features.flatMap(({ startRunner }) => startRunner?.(ctx) ?? [])
  for (const task of features.flatMap(({ tasks = [] }) => tasks)) {
    const { run } = task
    if (!run) continue
    ctx.queue.work(task, { concurrency: task.concurrency }, async (data, signal) => {
      await run(ctx, data as never, signal)
    })
  }
  const worker: Runner = {
    async stop(graceMs) {
      ctx.queue.pause()
      await Promise.all(runners.map((runner) => runner.stop(graceMs)))
    },
  }
  const unworked = ctx.queue.listUnworked()
  if (unworked.length > 0) {
    void worker.stop(0)
    throw new Error(`no worker runs these tasks: ${unworked.join(', ')}`)
  }
  return worker
}

/** Declares every task at start, so that a send never creates a queue. */
export async function declareTasks(
  ctx: Pick<Ctx, 'queue'>,
  features: readonly Feature[] = FEATURES,
): Promise<void> {
  await ctx.queue.declare(features.flatMap(({ tasks = [] }) => tasks))
}
