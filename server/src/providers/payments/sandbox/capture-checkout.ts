import { CARD_FEE, cardFeeCents } from '@vignette/contract/price-floor.ts'
import type { GatewayPayment } from '../spec.ts'
import {
  bySession,
  changeCheckout,
  type Desk,
  moveCheckout,
  refusal,
  transact,
} from './change-checkout.ts'
import { beginTrouble } from './change-dispute.ts'
import { isRepeated } from './is-repeated.ts'
import { viewCheckout } from './view-checkout.ts'

export function captureCheckout(
  desk: Desk,
  sessionId: string,
  amount: number,
  idempotencyKey: string,
): Promise<GatewayPayment> {
  return changeCheckout(desk, bySession(sessionId), async (db, checkout) => {
    if (await isRepeated(db, idempotencyKey, checkout.id, 'capture', checkout.id, amount)) {
      return viewCheckout(db, checkout)
    }
    if (checkout.state !== 'authorized') {
      throw refusal(
        'payment_intent_unexpected_state',
        `The payment gateway refused: what is ${checkout.state} cannot be captured.`,
      )
    }
    if (amount < 1 || amount > checkout.amount) {
      throw refusal('amount_too_large', 'The payment gateway refused: more than authorized.')
    }
    const fee = cardFeeCents(amount, CARD_FEE)
    const captured = await moveCheckout(
      desk,
      db,
      checkout,
      { state: 'captured', captured: amount, fee },
      'payment_intent.succeeded',
    )
    await transact(desk, db, checkout, 'charge', amount - fee)
    await beginTrouble(desk, db, captured)
    return viewCheckout(db, captured)
  })
}
