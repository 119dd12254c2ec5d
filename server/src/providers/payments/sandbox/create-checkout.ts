import { randomBytes } from 'node:crypto'
import type { CheckoutRequest, PaymentGateway } from '../spec.ts'
import type { Desk } from './change-checkout.ts'
import { findRepeated } from './is-repeated.ts'
import { sandboxCheckouts } from './tables.ts'

export async function createCheckout(
  desk: Desk,
  request: CheckoutRequest,
  taxed: boolean,
): ReturnType<PaymentGateway['createCheckout']> {
  const id = `cs_sandbox_${randomBytes(24).toString('hex')}`
  const session = await desk.db.transaction(async (db) => {
    const fields = [
      request.paymentId,
      request.amount,
      request.currency,
      request.successUrl,
      request.cancelUrl,
    ]
    const first = await findRepeated(db, request.idempotencyKey, id, 'checkout', ...fields)
    if (first) return first
    await db.insert(sandboxCheckouts).values({
      id,
      intentId: `pi_${randomBytes(12).toString('hex')}`,
      paymentId: request.paymentId,
      state: 'open',
      amount: request.amount,
      currency: request.currency,
      taxed,
      title: request.title,
      successUrl: request.successUrl,
      cancelUrl: request.cancelUrl,
      metadata: request.metadata,
      createdAt: desk.clock.now(),
      expiresAt: request.expiresAt,
    })
    return id
  })
  const url = new URL(`/sandbox/checkout/${session}`, request.successUrl)
  return { sessionId: session, url: url.href, intentId: null }
}
