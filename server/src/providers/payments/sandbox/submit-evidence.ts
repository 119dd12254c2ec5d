import type { GatewayPayment, PaymentGateway } from '../spec.ts'
import { bySession, changeCheckout, type Desk, refusal } from './change-checkout.ts'
import { changeDisputeIn } from './change-dispute.ts'
import { isRepeated } from './is-repeated.ts'
import { viewCheckout } from './view-checkout.ts'

/** Takes evidence once and before its date, as Stripe does. */
export function submitEvidence(
  desk: Desk,
  sessionId: string,
  { disputeId, evidence, idempotencyKey }: Parameters<PaymentGateway['submitEvidence']>[1],
): Promise<GatewayPayment> {
  const { file, ...texts } = evidence
  const sent = { ...texts, file: file?.name ?? null }
  return changeCheckout(desk, bySession(sessionId), async (db, checkout) => {
    const request = ['evidence', disputeId, JSON.stringify(sent)]
    if (await isRepeated(db, idempotencyKey, disputeId, ...request)) {
      return viewCheckout(db, checkout)
    }
    await changeDisputeIn(
      desk,
      db,
      disputeId,
      (dispute) => {
        if (dispute.phase !== 'needs_response' || dispute.checkoutId !== checkout.id) {
          throw refusal(
            'dispute_answered',
            'The payment gateway refused: this dispute takes no evidence any more.',
          )
        }
        if (dispute.dueBy <= desk.clock.now()) {
          throw refusal('dispute_past_due', 'The payment gateway refused: the date has passed.')
        }
        return { phase: 'under_review', evidence: sent }
      },
      'charge.dispute.updated',
    )
    return viewCheckout(db, checkout)
  })
}
