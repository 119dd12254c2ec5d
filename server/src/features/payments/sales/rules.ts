import { SALE_REFUND } from '@vignette/contract/money-limits.ts'
import type { SaleState } from '@vignette/contract/sale-words.ts'
import { HOUR_MS } from '../rules.ts'

interface Money {
  captured: number
  refunded: number
  disputed: number
  lost: number
}

export function stateOf(
  { refunded, disputed, clearsAt }: Money & { clearsAt: Date },
  now: Date,
): SaleState {
  if (disputed > 0) return 'disputed'
  if (refunded > 0) return 'refunded'
  return clearsAt > now ? 'pending' : 'cleared'
}

const REFUND_MS = SALE_REFUND.days * 24 * HOUR_MS

/** Why the creator may not refund a sale, in words; null where nothing stands in the way. */
export function findRefundRefusal(
  sale: Money & { capturedAt: Date; refundable: number },
  now: Date,
): string | null {
  if (sale.disputed > sale.lost) {
    return 'A bank is deciding a dispute about this sale. Until then it cannot be refunded: the buyer would get the money twice.'
  }
  if (sale.lost > 0) {
    return 'A bank has decided a dispute about this sale for its buyer. The payment provider refunds nothing more of it.'
  }
  if (sale.refundable === 0) return 'Nothing is left to refund.'
  if (now.getTime() > sale.capturedAt.getTime() + REFUND_MS) {
    return `A creator can refund a sale for ${SALE_REFUND.days} days. Ask the operator to refund an older one.`
  }
  return null
}
