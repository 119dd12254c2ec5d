import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  checkoutOf,
  codeOf,
  openGateway,
  paid,
} from '../../../../test/support/money/open-stripe-gateway.ts'
import { type StripeStandIn, startStripe } from '../../../../test/support/money/start-stripe.ts'
import type { GatewayError, PaymentGateway } from '../spec.ts'

let stripe: StripeStandIn
let gateway: PaymentGateway
beforeAll(async () => {
  stripe = await startStripe()
  gateway = openGateway(stripe)
})
beforeEach(() => {
  stripe.faults.length = 0
})
afterAll(() => stripe.close())

test('a checkout is authorized, captured with its fee, and refunded in parts', async () => {
  const request = checkoutOf()
  const session = await gateway.createCheckout(request)
  expect(await gateway.find({ sessionId: session.sessionId })).toMatchObject({
    state: 'open',
    intentId: null,
    amount: 300,
    paymentId: request.paymentId,
    metadata: { workflow_version: '2', creator_share: '70' },
  })
  await stripe.pay(session.sessionId)
  const authorized = await gateway.find({ sessionId: session.sessionId })
  expect(authorized).toMatchObject({ state: 'authorized', capturedAmount: 0, fee: null })
  expect(authorized?.captureBefore).toBeInstanceOf(Date)
  const reference = { sessionId: session.sessionId, intentId: authorized?.intentId ?? null }
  expect(await gateway.capture(reference, 300, 'capture-1')).toMatchObject({
    state: 'captured',
    capturedAmount: 300,
    fee: 39,
  })
  const refunded = await gateway.refund(reference, {
    refundId: 'ours-1',
    amount: 100,
    idempotencyKey: 'refund-1',
  })
  expect(refunded.refunds).toMatchObject([{ refundId: 'ours-1', amount: 100, state: 'succeeded' }])
  expect(await gateway.find({ intentId: reference.intentId ?? '' })).toMatchObject({
    sessionId: session.sessionId,
    refunds: [{ amount: 100 }],
  })
})

test('a payment carries the fingerprint of its card, the same for each checkout', async () => {
  const cards = []
  for (const fingerprint of ['Xt5EWLLDS7FJjR1c', 'Xt5EWLLDS7FJjR1c', 'AnotherCard']) {
    const { sessionId } = await gateway.createCheckout(checkoutOf())
    expect((await gateway.find({ sessionId }))?.card).toBeNull()
    await stripe.pay(sessionId, { fingerprint })
    cards.push((await gateway.find({ sessionId }))?.card)
  }
  expect(cards).toEqual(['Xt5EWLLDS7FJjR1c', 'Xt5EWLLDS7FJjR1c', 'AnotherCard'])
})

test('an authorisation without a known end is assumed to last four days', async () => {
  const payment = await paid(stripe, gateway)
  const intent = await stripe.find('payment_intent', payment.intentId)
  const charge = await stripe.find('charge', intent?.latest_charge ?? '')
  if (!intent || !charge) throw new Error('nothing was charged')
  const { fingerprint } = charge.payment_method_details.card
  await stripe.change('charge', charge.id, { payment_method_details: { card: { fingerprint } } })
  expect((await gateway.find(payment))?.captureBefore).toEqual(
    new Date((intent.created + 4 * 86_400) * 1000),
  )
})

test('the same key gives the same checkout, and another body under it is refused', async () => {
  const first = await gateway.createCheckout(
    checkoutOf({
      idempotencyKey: 'same',
      paymentId: 'p',
      expiresAt: new Date(Date.now() + 3_600_000),
    }),
  )
  const request = {
    idempotencyKey: 'same-2',
    paymentId: 'p',
    expiresAt: new Date(Date.now() + 3_600_000),
  }
  const second = await gateway.createCheckout(checkoutOf(request))
  const third = await gateway.createCheckout(checkoutOf(request))
  expect(third).toEqual(second)
  expect(second.sessionId).not.toBe(first.sessionId)
  expect(await codeOf(gateway.createCheckout(checkoutOf({ ...request, amount: 400 })))).toBe(
    'StripeIdempotencyError',
  )
})

test('a capture after a release, a release after a capture and a second capture are refused or do nothing', async () => {
  const released = await paid(stripe, gateway)
  expect(await gateway.release(released, 'r1')).toMatchObject({ state: 'released' })
  expect(await codeOf(gateway.capture(released, 300, 'c1'))).toBe('payment_intent_unexpected_state')
  const captured = await paid(stripe, gateway)
  await gateway.capture(captured, 300, 'c2')
  expect(await gateway.release(captured, 'r2')).toMatchObject({ state: 'captured' })
  expect(await codeOf(gateway.capture(captured, 300, 'c3'))).toBe('payment_intent_unexpected_state')
  expect(await codeOf(gateway.capture(await paid(stripe, gateway), 301, 'c4'))).toBe(
    'amount_too_large',
  )
})

test('a refund above what was captured, or of a disputed charge, is refused', async () => {
  const payment = await paid(stripe, gateway)
  await gateway.capture(payment, 300, 'c5')
  const refund = (amount: number, key: string) =>
    gateway.refund(payment, { refundId: key, amount, idempotencyKey: key })
  await refund(200, 'f1')
  const over = await refund(101, 'f2').catch((error: GatewayError) => error)
  expect(over).toMatchObject({ retryable: false })
  expect((over as GatewayError).message).toContain('greater than unrefunded amount')
  await stripe.openDispute(payment.intentId)
  expect(await codeOf(refund(1, 'f3'))).toBe('charge_disputed')
  expect((await gateway.find(payment))?.disputes).toMatchObject([
    { amount: 100, state: 'opened', fee: 1500 },
  ])
})

test('a release expires an unpaid session, and an unknown session is not found', async () => {
  const session = await gateway.createCheckout(checkoutOf())
  expect(await gateway.release(session, 'r3')).toMatchObject({ state: 'expired' })
  expect(await gateway.find({ sessionId: 'cs_test_unknown0000000000000000' })).toBeNull()
})

test('connection failures are retryable and retried by the adapter; refusals are not', async () => {
  const payment = await paid(stripe, gateway)
  stripe.faults.push({ on: /capture$/, when: 'after', effect: () => undefined })
  expect(await gateway.capture(payment, 300, 'c6')).toMatchObject({ state: 'captured' })
  for (let time = 0; time < 3; time++)
    stripe.faults.push({ on: /refunds/, when: 'before', effect: 503 })
  const refused = await gateway
    .refund(payment, { refundId: 'x', amount: 1, idempotencyKey: 'f4' })
    .catch((error: GatewayError) => error)
  expect(refused).toMatchObject({ retryable: true })
})

test('a call that a buyer waits for is tried twice with a short timeout when Stripe hangs', async () => {
  const impatient = openGateway(stripe, { interactiveTimeoutMs: 50 })
  const { sessionId } = await gateway.createCheckout(checkoutOf())
  const calls: [RegExp, () => Promise<unknown>][] = [
    [/POST .*sessions$/, () => impatient.createCheckout(checkoutOf())],
    [/GET .*sessions\//, () => impatient.find({ sessionId })],
  ]
  for (const [on, call] of calls) {
    const never = () => new Promise<void>(() => undefined)
    for (let time = 0; time < 3; time++) stripe.faults.push({ on, when: 'before', effect: never })
    const before = stripe.requests.length
    expect(await call().catch((error: GatewayError) => error)).toMatchObject({ retryable: true })
    expect(stripe.requests.length - before).toBe(2)
    stripe.faults.length = 0
  }
})

test('signed webhooks are translated, and forged or stale webhooks are refused', async () => {
  const payment = await paid(stripe, gateway)
  const event = (await stripe.list('event')).at(-1)
  if (!event) throw new Error('no event')
  const { body, headers } = stripe.sign(event)
  expect(gateway.readWebhook(body, headers)).toMatchObject({
    name: 'checkout.session.completed',
    about: payment,
  })
  const forged = Buffer.from(body.toString().replace('unpaid', 'paid'))
  expect(() => gateway.readWebhook(forged, headers)).toThrow('bad_signature')
  expect(() => gateway.readWebhook(body, {})).toThrow('bad_signature')
  const stale = headers['stripe-signature']?.replace(/t=\d+/, 't=1000')
  expect(() => gateway.readWebhook(body, { 'stripe-signature': stale })).toThrow('bad_signature')
})

test('lists everything over several pages', async () => {
  const before = (await stripe.list('checkout.session')).length
  for (let time = 0; time < 105; time++) await gateway.createCheckout(checkoutOf())
  const listed = []
  for await (const payment of gateway.list(new Date(0))) listed.push(payment.sessionId)
  expect(new Set(listed).size).toBe(before + 105)
})
