import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring/define-event.ts'

export const workflowEvents = {
  /** New runs have ended for these workflows: paused, taken down or hidden. Their rows are locked. */
  closed: defineEvent<TxCtx, { workflowIds: readonly string[] }>('workflows.closed'),
}
