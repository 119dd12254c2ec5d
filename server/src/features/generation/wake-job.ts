import type { Ctx } from '../../ctx.ts'
import { advance } from './job-definitions.ts'

/**
 * Has a worker look at the job, now or later; a job has at most one such waking ahead of it.
 * One that nobody began yet waits for its turn; one that was begun goes before all of those.
 */
export async function wakeJob(
  ctx: Ctx,
  jobId: string,
  { delayMs = 0, turn = 0 }: { delayMs?: number; turn?: number } = {},
): Promise<void> {
  await ctx.queue.send(ctx, advance, { jobId }, { singletonKey: jobId, delayMs, priority: -turn })
}
