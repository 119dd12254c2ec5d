import { currencyHere } from '@vignette/contract/currency.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { GatewayError, PaymentGateway } from '../../../src/providers/payments/spec.ts'
import { createStripeGateway } from '../../../src/providers/payments/stripe/create-stripe-gateway.ts'
import type { StripeStandIn } from './start-stripe.ts'

type CheckoutRequest = Parameters<PaymentGateway['createCheckout']>[0]

/** The gateway of Stripe with the stand-in's keys and address. */
export function openGateway(
  stripe: StripeStandIn,
  more: Partial<Parameters<typeof createStripeGateway>[0]> = {},
): PaymentGateway {
  return createStripeGateway({
    secretKey: stripe.secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.origin,
    ...more,
  })
}

/** What a checkout of a new payment asks for. */
export function checkoutOf(overrides: Partial<CheckoutRequest> = {}): CheckoutRequest {
  const paymentId = newId()
  return {
    paymentId,
    amount: 300,
    currency: currencyHere(),
    title: 'Portrait',
    makes: 'image',
    successUrl: 'http://here/back?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://here/back?canceled=true',
    metadata: { buyer_id: 'b', workflow_id: 'w', workflow_version: '2', creator_share: '70' },
    idempotencyKey: `checkout:${paymentId}`,
    expiresAt: new Date(Date.now() + 3_600_000),
    ...overrides,
  }
}

/** An authorised payment of a new checkout. */
export async function paid(stripe: StripeStandIn, gateway: PaymentGateway) {
  const request = checkoutOf()
  const { sessionId } = await gateway.createCheckout(request)
  await stripe.pay(sessionId)
  const found = await gateway.find({ sessionId })
  if (!found?.intentId) throw new Error('no intent')
  return { sessionId, intentId: found.intentId, paymentId: request.paymentId }
}

export const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: GatewayError) => error.code,
  )
