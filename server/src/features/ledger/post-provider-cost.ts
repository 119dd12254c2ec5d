import type { TxCtx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { providerCostEntry } from './entry.ts'
import { postEntry } from './post-entry.ts'

export interface PostProviderCost extends Money {
  jobId: string
  /** What the run was paid with, if anything. */
  paymentId: string | null
  workflowId: string
  amount: number
  occurredAt: Date
}

/** Of a run that has ended in any way, delivered or not, paid or free; once for each. */
export async function postProviderCost(tx: TxCtx, cost: PostProviderCost): Promise<boolean> {
  const { jobId, amount, ...about } = cost
  if (amount <= 0) return false
  return postEntry(tx, providerCostEntry(jobId, amount), {
    subjectType: 'job',
    subjectId: jobId,
    ...about,
  })
}
