import type { Ctx, TxCtx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring/define-port.ts'

export const workflowPorts = {
  /** The version of a workflow that the caller has paid for and not had yet. */
  purchasedVersion: definePort<Ctx, { workflowId: string }, number | undefined>(
    'workflows.purchased-version',
  ),
  /** The file of a delivered creation, private or not. */
  creationFile: definePort<TxCtx, { creationId: string }, string | undefined>(
    'workflows.creation-file',
  ),
}
