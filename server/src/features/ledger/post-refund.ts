import type { TxCtx } from '../../ctx.ts'
import { getSale } from './get-sale.ts'
import { postEntry } from './post-entry.ts'
import { refundEntry } from './refund-entry.ts'

export interface PostRefund {
  paymentId: string
  refundId: string
  amount: number
  occurredAt: Date
}

/** Posts the refund; creator and platform give back their shares. */
export async function postRefund(tx: TxCtx, refund: PostRefund): Promise<boolean> {
  const posted = await getSale(tx, refund.paymentId)
  const entry = refundEntry(refund.refundId, posted, posted.sale, refund.amount)
  return postEntry(tx, entry, { ...posted.about, occurredAt: refund.occurredAt })
}
