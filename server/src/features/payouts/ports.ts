import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring/define-port.ts'

export const payoutPorts = {
  /** The most that the free runs by one person's codes may still cost that have not ended, in the current book. */
  heldByFreeRuns: definePort<Ctx, { ownerIds: string[] }, number>('payouts.held-by-free-runs'),
}
