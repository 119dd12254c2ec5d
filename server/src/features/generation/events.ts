import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'
import type { JobRow } from '../../schema/generation.ts'

export const generationEvents = {
  /** A remix failed, whatever the cause. The job's row is locked. */
  failed: defineEvent<TxCtx, { workflowId: string; code: string }>('jobs.failed'),
  /**
   * A remix delivered, failed, or was ended by the operator; `held` where a person must look at what it
   * made. Told last in the transaction that ends the job.
   */
  ended: defineEvent<TxCtx, { job: JobRow; held: boolean }>('jobs.ended'),
  /** A test of a workflow's own text delivered. The job's row is locked. */
  testPassed: defineEvent<TxCtx, { workflowId: string }>('jobs.test-passed'),
}
