import { randomBytes } from 'node:crypto'
import type { GatewayPayment, PaymentGateway } from '../spec.ts'
import {
  announce,
  bySession,
  changeCheckout,
  type Desk,
  refusal,
  transact,
} from './change-checkout.ts'
import { isRepeated } from './is-repeated.ts'
import { sandboxRefunds } from './tables.ts'
import { viewCheckout } from './view-checkout.ts'

export function refundCheckout(
  desk: Desk,
  sessionId: string,
  { refundId, amount, idempotencyKey }: Parameters<PaymentGateway['refund']>[1],
): Promise<GatewayPayment> {
  return changeCheckout(desk, bySession(sessionId), async (db, checkout) => {
    if (await isRepeated(db, idempotencyKey, checkout.id, 'refund', refundId, amount)) {
      return viewCheckout(db, checkout)
    }
    const now = await viewCheckout(db, checkout)
    if (now.disputes.some(({ state }) => state === 'opened' || state === 'lost')) {
      throw refusal('charge_disputed', 'The payment gateway refused: the charge is disputed.')
    }
    const refunded = now.refunds.reduce(
      (sum, each) => sum + (each.state === 'failed' ? 0 : each.amount),
      0,
    )
    if (amount < 1 || amount > checkout.captured - refunded) {
      throw refusal(
        'amount_too_large',
        'The payment gateway refused: more than what is left of the charge.',
      )
    }
    await db.insert(sandboxRefunds).values({
      id: `re_${randomBytes(12).toString('hex')}`,
      checkoutId: checkout.id,
      refundId,
      amount,
      state: checkout.later === 'refund_pending' ? 'pending' : 'succeeded',
      createdAt: desk.clock.now(),
    })
    await transact(desk, db, checkout, 'refund', -amount)
    await announce(desk, db, checkout.id, 'refund.created')
    return viewCheckout(db, checkout)
  })
}
