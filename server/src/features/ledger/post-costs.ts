import type { TxCtx } from '../../ctx.ts'
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

export async function postProviderCost(tx: TxCtx, cost: PostCost): Promise<boolean> {
  if (cost.amount <= 0) return false
  const { about } = await requireSale(tx, cost.paymentId)
  return postEntry(tx, providerCostEntry(cost.paymentId, cost.amount), {
    ...about,
    occurredAt: cost.occurredAt,
  })
}
