import type { TxCtx } from '../../../ctx.ts'
import { findClosed } from '../../workflows/index.ts'
import { requestRelease } from '../capture/request-release.ts'
import type { PaymentRow } from '../tables.ts'

/** What its buyer reads of a payment that came after the recipe was closed, by the release's cause. */
export const RELEASED_CLOSED: Partial<Record<string, string>> = {
  paused:
    'The creator paused this recipe before you had paid, so your payment was released and nothing was charged.',
  hidden:
    'This recipe was hidden before you had paid, so your payment was released and nothing was charged.',
}

/** Releases what was authorised after a pause or a hiding; what came before a pause may still be used. */
export async function releaseClosed(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  const closed = await findClosed(tx, payment.workflowId)
  return closed === 'paused' || closed === 'hidden' ? requestRelease(tx, payment, closed) : payment
}
