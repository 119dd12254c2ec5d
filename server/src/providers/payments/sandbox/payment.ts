import { randomBytes } from 'node:crypto'
import { CARD_FEE, cardFeeCents } from '@vignette/contract/price-floor.ts'
import { and, eq, ne } from 'drizzle-orm'
import { signature } from '../../../platform/secrets.ts'
import type { GatewayPayment, PaymentGateway } from '../spec.ts'
import { beginTrouble } from './change-dispute.ts'
import { type CardForm, cardNumber, checkCard, refuse, type Verdict } from './check-card.ts'
import {
  announce,
  bySession,
  changeCheckout,
  type Desk,
  getCheckout,
  isRepeated,
  moveCheckout,
  refusal,
  transact,
  viewCheckout,
} from './checkout.ts'
import { sandboxRefunds } from './tables.ts'
import { computeTaxes, TAX_PLACES } from './tax-places.ts'

const AUTHORISATION_MS = 7 * 86_400_000

/** Authorises a card, which the desk's secret turns into a hash. */
export function payCheckout(
  desk: Desk & { secret: string },
  sessionId: string,
  card: CardForm,
): Promise<Verdict | 'closed'> {
  const { clock } = desk
  return changeCheckout(
    desk,
    bySession(sessionId),
    async (db, checkout): Promise<Verdict | 'closed'> => {
      if (checkout.state !== 'open') return 'closed'
      const place = TAX_PLACES.find(({ code }) => code === card.country)
      const verdict =
        checkout.taxed && !place
          ? refuse('country', 'Choose a country.')
          : checkCard(card, clock.now())
      if (!verdict.accepted) {
        await announce(desk, db, checkout.id, 'payment_intent.payment_failed')
        return verdict
      }
      await moveCheckout(
        desk,
        db,
        checkout,
        {
          state: 'authorized',
          later: verdict.later,
          taxes: checkout.taxed && place ? computeTaxes(checkout.amount, place) : [],
          card: signature(desk.secret, 'sandbox card', cardNumber(card)),
          captureBefore: new Date(clock.now().getTime() + AUTHORISATION_MS),
        },
        'checkout.session.completed',
      )
      return verdict
    },
  )
}

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

export async function settleRefund(
  desk: Desk,
  id: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  await desk.db.transaction(async (db) => {
    const [settled] = await db
      .update(sandboxRefunds)
      .set({ state: outcome })
      .where(and(eq(sandboxRefunds.id, id), ne(sandboxRefunds.state, outcome)))
      .returning()
    if (!settled) throw refusal('resource_missing', 'No such refund.')
    const { checkoutId, amount } = settled
    if (outcome === 'failed') {
      await transact(desk, db, await getCheckout(db, checkoutId), 'refund_failure', amount)
    }
    const name = outcome === 'failed' ? 'refund.failed' : 'refund.updated'
    await announce(desk, db, settled.checkoutId, name)
  })
}
