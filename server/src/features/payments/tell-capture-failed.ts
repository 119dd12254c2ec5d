import type { TxCtx } from '../../ctx.ts'
import type { PaymentRow } from './tables.ts'

/** The operator hears of it, whoever found out: our own request, or the gateway's news. */
export function tellCaptureFailed(tx: TxCtx, { id: paymentId, failure }: PaymentRow): void {
  tx.afterCommit(() =>
    tx.log.error(
      { paymentId, failure },
      'a capture failed: the buyer keeps the creation, the creator is not credited',
    ),
  )
}
