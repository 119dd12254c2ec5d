import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'

export const payoutPorts = {
  /** The most that the unfinished free runs by each owner's codes may still cost, by owner, in the current book. */
  heldByFreeRuns: definePort<Ctx, { ownerIds: readonly string[] }, Map<string, number>>(
    'payouts.held-by-free-runs',
  ),
}
