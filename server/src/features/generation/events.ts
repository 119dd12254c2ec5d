import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'

export const generationEvents = {
  /** A remix failed, whatever the cause. The job's row is locked. */
  failed: defineEvent<TxCtx, { workflowId: string; code: string }>('jobs.failed'),
  /** A test of a workflow's own text delivered. The job's row is locked. */
  testPassed: defineEvent<TxCtx, { workflowId: string }>('jobs.test-passed'),
}
