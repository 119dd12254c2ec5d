import type { TxCtx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { postEntry } from './post-entry.ts'
import { providerCostEntry } from './provider-cost-entry.ts'

interface PostProviderCost extends Money {
  jobId: string
  /** The payment of the run, if any. */
  paymentId: string | null
  /** Null for a test of a draft. */
  workflowId: string | null
  amount: number
  occurredAt: Date
}

/** Posts the cost of an ended run once: delivered or not, paid or free. */
export async function postProviderCost(tx: TxCtx, cost: PostProviderCost): Promise<boolean> {
  const { jobId, amount, ...about } = cost
  if (amount <= 0) return false
  return postEntry(tx, providerCostEntry(jobId, amount), {
    subjectType: 'job',
    subjectId: jobId,
    ...about,
  })
}
