import type { Ctx, TxCtx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring/define-port.ts'

export const workflowPorts = {
  /** The version of a workflow that the caller has paid for and not yet received. */
  purchasedVersion: definePort<Ctx, { workflowId: string }, number | undefined>(
    'workflows.purchased-version',
  ),
  /** The file of a delivered creation, private or public. */
  creationFile: definePort<TxCtx, { creationId: string }, string | undefined>(
    'workflows.creation-file',
  ),
}
