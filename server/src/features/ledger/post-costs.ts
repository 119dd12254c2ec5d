import type { TxCtx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { processorFeeEntry, providerCostEntry } from './entries.ts'
import { postEntry } from './post-entry.ts'
import { requireSale } from './read-sale.ts'

export interface PostCost {
  paymentId: string
  amount: number
  occurredAt: Date
}

/** What the gateway kept for its work; it may tell us later than the capture. */
export async function postProcessorFee(tx: TxCtx, fee: PostCost): Promise<boolean> {
  if (fee.amount <= 0) return false
  const { about } = await requireSale(tx, fee.paymentId)
  return postEntry(tx, processorFeeEntry(fee.paymentId, fee.amount), {
    ...about,
    occurredAt: fee.occurredAt,
  })
}

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
