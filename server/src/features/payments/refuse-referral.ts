import type { TxCtx } from '../../ctx.ts'
import { changePayment } from './change-payment.ts'
import { findReferralRefusal } from './find-referral-refusal.ts'
import { recordEvent } from './record-event.ts'
import type { PaymentRow } from './tables.ts'

/** Takes the commission from a payment whose referrer turns out, since checkout, to be its buyer or its creator. */
export async function refuseReferral(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  const { referrerId, referralPercent } = payment
  if (!referrerId || !referralPercent) return payment
  const refusal = await findReferralRefusal(tx, { ...payment, referrerId })
  if (!refusal) return payment
  await recordEvent(tx, payment.id, 'referral.refused', { why: refusal })
  return changePayment(tx, payment, { referralPercent: 0 })
}
