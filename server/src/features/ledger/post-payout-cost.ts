import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { aboutAdjustment } from './about-adjustment.ts'
import type { Money } from './book.ts'
import { payoutCostEntry } from './payout-entry.ts'
import { postEntry } from './post-entry.ts'

interface PostPayoutCost extends Money {
  /** The invoice's own number. */
  reference: string
  amount: number
  occurredAt: Date
}

/** False where the invoice was posted before. */
export async function postPayoutCost(tx: TxCtx, cost: PostPayoutCost): Promise<boolean> {
  const key = `${cost.book}:${cost.reference}`
  return postEntry(tx, payoutCostEntry(key, cost.amount), aboutAdjustment(newId(), cost))
}
