import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'

export const workflowEvents = {
  /** These workflows entered Discover, perhaps not for the first time. Their rows are locked. */
  listed: defineEvent<TxCtx, { workflowIds: readonly string[] }>('workflows.listed'),
  /** New runs have ended for these workflows: paused, failing, taken down or hidden. Their rows are locked. */
  closed: defineEvent<TxCtx, { workflowIds: readonly string[] }>('workflows.closed'),
}
