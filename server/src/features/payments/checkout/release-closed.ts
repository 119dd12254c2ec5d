import type { TxCtx } from '../../../ctx.ts'
import { findClosed } from '../../workflows/index.ts'
import { requestRelease } from '../capture/request-release.ts'
import type { PaymentRow } from '../tables.ts'

/** Why an authorisation was released whose workflow was closed before it was paid, by the releaser's name. */
export const RELEASED_CLOSED = {
  paused:
    'The creator paused this recipe before you had paid, so your payment was released and nothing was charged.',
  withdrawn:
    'This recipe left the market before you had paid, so your payment was released and nothing was charged.',
} as const

/** Releases what was authorised after a workflow was closed; an earlier authorisation may still be used. */
export async function releaseClosed(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  const closed = await findClosed(tx, payment.workflowId)
  if (!closed) return payment
  return requestRelease(tx, payment, closed === 'paused' ? 'paused' : 'withdrawn')
}
