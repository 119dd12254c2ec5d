import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'

export const workflowPorts = {
  /** The version of a workflow that the caller has paid for and not yet received. */
  purchasedVersion: definePort<Ctx, { workflowId: string }, number | undefined>(
    'workflows.purchased-version',
  ),
}
