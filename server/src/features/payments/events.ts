import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'
import type { PaymentRow } from '../../schema/payments.ts'

/** News of money, told while the payment's row is locked. */
export const moneyEvents = {
  /** What was refunded or is disputed has changed; the sums are those after the change. */
  takenBack: defineEvent<
    TxCtx,
    { paymentId: string; captured: number; refunded: number; disputed: number }
  >('payments.taken-back'),
  /** A requested refund was refused, or came back from the bank. */
  refundFailed: defineEvent<TxCtx, { paymentId: string; refundId: string; reason: string }>(
    'payments.refund-failed',
  ),
  /** A buyer was charged for a delivered creation. */
  charged: defineEvent<TxCtx, { paymentId: string }>('payments.charged'),
  /** The proofs of a payment are no longer paid for: their buyer declined them, or the authorisation ended. */
  proofEnded: defineEvent<TxCtx, { paymentId: string; creationId: string }>('payments.proof-ended'),
  /** A payment was authorised or charged, ended without a charge, or money of it went back; it is booked by then. */
  moved: defineEvent<
    TxCtx,
    { payment: PaymentRow; to: 'authorized' | 'captured' | 'released' | 'refunded' }
  >('payments.moved'),
  /** Money went back to a buyer. */
  refunded: defineEvent<TxCtx, { paymentId: string; refundId: string }>('payments.refunded'),
}
