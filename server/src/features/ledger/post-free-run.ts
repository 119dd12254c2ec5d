import type { TxCtx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { postEntry } from './post-entry.ts'
import { freeRunEntry } from './provider-cost-entry.ts'

export interface PostFreeRun extends Money {
  jobId: string
  workflowId: string
  /** The creator whose code paid for the run. */
  principalId: string
  amount: number
  occurredAt: Date
}

/** Takes the cost of an ended free run from the creator's balance, once. */
export async function postFreeRun(tx: TxCtx, run: PostFreeRun): Promise<boolean> {
  const { jobId, principalId, amount, ...about } = run
  return postEntry(tx, freeRunEntry(jobId, principalId, amount), {
    subjectType: 'job',
    subjectId: jobId,
    paymentId: null,
    ...about,
  })
}
