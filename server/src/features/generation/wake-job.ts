import type { Ctx } from '../../ctx.ts'
import { laneOf } from './lanes.ts'
import type { JobRow } from './tables.ts'

/**
 * Has a worker look at the job, now or later; a job has at most one such waking ahead of it.
 * One that nobody began yet waits for its turn; one that was begun goes before all of those.
 */
export async function wakeJob(
  ctx: Ctx,
  job: Pick<JobRow, 'id' | 'freeSeconds'>,
  { delayMs = 0, turn = 0, key = job.id }: { delayMs?: number; turn?: number; key?: string } = {},
): Promise<void> {
  const options = { singletonKey: key, delayMs, priority: -turn }
  await ctx.queue.send(ctx, laneOf(job), { jobId: job.id }, options)
}
