import type { TxCtx } from '../../../ctx.ts'
import { findClosed } from '../../workflows/index.ts'
import { requestRelease } from '../capture/request-release.ts'
import type { PaymentRow } from '../tables.ts'

export const RELEASED_PAUSED =
  'The creator paused this recipe before you had paid, so your payment was released and nothing was charged.'

/**
 * Releases what was authorised after the creator's pause; an earlier authorisation may still be
 * used. The buyer of a hidden recipe is told on its page, and releases the payment there.
 */
export async function releasePaused(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  const isPaused = (await findClosed(tx, payment.workflowId)) === 'paused'
  return isPaused ? requestRelease(tx, payment, 'paused') : payment
}
