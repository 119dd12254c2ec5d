import type { Ctx } from '../ctx.ts'
import type { Feature } from '../feature.ts'
import { FEATURES } from './features.ts'

/** Declares every task at start, so that a send never creates a queue. */
export async function declareTasks(
  ctx: Pick<Ctx, 'queue'>,
  features: readonly Feature[] = FEATURES,
): Promise<void> {
  await ctx.queue.declare(features.flatMap(({ tasks = [] }) => tasks))
}
