import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { warnOfFraud } from '../../../../test/support/stand-ins/stripe/evidence-desk.ts'
import {
  type StripeStandIn,
  startStripe,
} from '../../../../test/support/stand-ins/stripe/start-stripe.ts'
import { newId } from '../../../platform/ids.ts'
import type { GatewayError, PaymentGateway } from '../spec.ts'
import { createStripeGateway } from './create-stripe-gateway.ts'

let stripe: StripeStandIn
let gateway: PaymentGateway
let count = 0

beforeAll(async () => {
  stripe = await startStripe()
  gateway = createStripeGateway({
    secretKey: stripe.secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.origin,
  })
})
beforeEach(() => {
  stripe.faults.length = 0
})
afterAll(() => stripe.close())

type CheckoutRequest = Parameters<PaymentGateway['createCheckout']>[0]

function checkout(overrides: Partial<CheckoutRequest> = {}) {
  return gateway.createCheckout(checkoutOf(overrides))
}

function checkoutOf(overrides: Partial<CheckoutRequest> = {}): CheckoutRequest {
  const paymentId = `payment-${++count}`
  return {
    paymentId,
    amount: 300,
    currency: 'usd',
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

async function paid() {
  const session = await checkout()
  stripe.state.pay(session.sessionId)
  const found = await gateway.find({ sessionId: session.sessionId })
  if (!found?.intentId) throw new Error('no intent')
  return { sessionId: session.sessionId, intentId: found.intentId }
}

const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: GatewayError) => error.code,
  )

test('a checkout is authorized, captured with its fee, and refunded in parts', async () => {
  const session = await checkout()
  expect(await gateway.find({ sessionId: session.sessionId })).toMatchObject({
    state: 'open',
    intentId: null,
    amount: 300,
    paymentId: `payment-${count}`,
    metadata: { workflow_version: '2', creator_share: '70' },
  })
  stripe.state.pay(session.sessionId)
  const authorized = await gateway.find({ sessionId: session.sessionId })
  expect(authorized).toMatchObject({ state: 'authorized', capturedAmount: 0, fee: null })
  expect(authorized?.captureBefore).toBeInstanceOf(Date)
  const reference = { sessionId: session.sessionId, intentId: authorized?.intentId ?? null }
  expect(await gateway.capture(reference, 300, `capture:${count}`)).toMatchObject({
    state: 'captured',
    capturedAmount: 300,
    fee: 39,
  })
  const refunded = await gateway.refund(reference, {
    refundId: 'ours-1',
    amount: 100,
    idempotencyKey: `refund:${count}`,
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
    const { sessionId } = await checkout()
    expect((await gateway.find({ sessionId }))?.card).toBeNull()
    stripe.state.pay(sessionId, fingerprint)
    cards.push((await gateway.find({ sessionId }))?.card)
  }
  expect(cards).toEqual(['Xt5EWLLDS7FJjR1c', 'Xt5EWLLDS7FJjR1c', 'AnotherCard'])
})

test('an authorisation without a known end is assumed to last four days', async () => {
  const payment = await paid()
  const intent = stripe.state.intents.get(payment.intentId)
  const charge = stripe.state.charges.get(intent?.latest_charge ?? '')
  if (!intent || !charge) throw new Error('nothing was charged')
  delete charge.payment_method_details.card.capture_before
  expect((await gateway.find(payment))?.captureBefore).toEqual(
    new Date((intent.created + 4 * 86_400) * 1000),
  )
})

test('the same key gives the same checkout, and another body under it is refused', async () => {
  const first = await checkout({
    idempotencyKey: 'same',
    paymentId: 'p',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  const request = {
    idempotencyKey: 'same-2',
    paymentId: 'p',
    expiresAt: new Date(Date.now() + 3_600_000),
  }
  const second = await checkout(request)
  const third = await checkout(request)
  expect(third).toEqual(second)
  expect(second.sessionId).not.toBe(first.sessionId)
  expect(await codeOf(checkout({ ...request, amount: 400 }))).toBe('StripeIdempotencyError')
})

test('a capture after a release, a release after a capture and a second capture are refused or do nothing', async () => {
  const released = await paid()
  expect(await gateway.release(released, 'r1')).toMatchObject({ state: 'released' })
  expect(await codeOf(gateway.capture(released, 300, 'c1'))).toBe('payment_intent_unexpected_state')
  const captured = await paid()
  await gateway.capture(captured, 300, 'c2')
  expect(await gateway.release(captured, 'r2')).toMatchObject({ state: 'captured' })
  expect(await codeOf(gateway.capture(captured, 300, 'c3'))).toBe('payment_intent_unexpected_state')
  expect(await codeOf(gateway.capture(await paid(), 301, 'c4'))).toBe('amount_too_large')
})

test('a refund above what was captured, or of a disputed charge, is refused', async () => {
  const payment = await paid()
  await gateway.capture(payment, 300, 'c5')
  const refund = (amount: number, key: string) =>
    gateway.refund(payment, { refundId: key, amount, idempotencyKey: key })
  await refund(200, 'f1')
  const over = await refund(101, 'f2').catch((error: GatewayError) => error)
  expect(over).toMatchObject({ retryable: false })
  expect((over as GatewayError).message).toContain('greater than unrefunded amount')
  stripe.state.openDispute(payment.intentId)
  expect(await codeOf(refund(1, 'f3'))).toBe('charge_disputed')
  expect((await gateway.find(payment))?.disputes).toMatchObject([
    { amount: 100, state: 'opened', fee: 1500 },
  ])
})

const picture = {
  name: 'note.pdf',
  type: 'application/pdf' as const,
  bytes: Buffer.from('%PDF-1.7 é'),
}
const evidence = {
  product: 'A picture',
  deliveredOn: '2026-11-20',
  access: 'opened',
  refundPolicy: 'terms',
  statement: 'the receipt',
  file: picture,
}

async function disputed(more: { inquiry?: boolean } = {}) {
  const payment = await paid()
  await gateway.capture(payment, 300, `capture:${++count}`)
  const dispute = stripe.state.openDispute(payment.intentId, 300, more)
  const submit = (key: string, change = {}) =>
    gateway.submitEvidence(payment, {
      disputeId: dispute.id,
      evidence: { ...evidence, ...change },
      idempotencyKey: key,
    })
  return { payment, dispute, submit }
}

test('a dispute tells its reason, its date and whether the bank waits, up to an appeal', async () => {
  const { payment, dispute } = await disputed()
  const seen = async () => (await gateway.find(payment))?.disputes[0]
  expect(await seen()).toMatchObject({
    state: 'opened',
    phase: 'needs_response',
    reason: 'fraudulent',
    dueBy: new Date((dispute.evidence_details.due_by ?? 0) * 1000),
  })
  stripe.state.closeDispute(dispute.id, 'lost')
  expect(await seen()).toMatchObject({ state: 'lost', phase: 'ended' })
  stripe.state.moveDispute(dispute.id, 'appeal_under_review')
  expect(await seen()).toMatchObject({ state: 'lost', phase: 'appealed' })
})

test('evidence is uploaded and submitted once; the same key answers the same', async () => {
  const { dispute, submit } = await disputed()
  expect((await submit('e1')).disputes).toMatchObject([{ phase: 'under_review' }])
  const file = stripe.state.files.get(dispute.evidence['uncategorized_file'] ?? '')
  expect(file).toMatchObject({
    filename: 'note.pdf',
    type: 'application/pdf',
    size: picture.bytes.length,
  })
  expect(dispute.evidence).toMatchObject({
    product_description: 'A picture',
    service_date: '2026-11-20',
    access_activity_log: 'opened',
    refund_policy_disclosure: 'terms',
    uncategorized_text: 'the receipt',
  })
  const files = stripe.state.files.size
  await submit('e1')
  expect(stripe.state.files.size).toBe(files)
  expect(dispute.evidence_details.submission_count).toBe(1)
  expect(await codeOf(submit('e1', { access: 'changed' }))).toBe('StripeIdempotencyError')
  expect(await codeOf(submit('e2'))).toBe('StripeInvalidRequestError')
})

test('evidence whose answer is lost between file and dispute is sent once by the retry', async () => {
  const { dispute, submit } = await disputed()
  const files = stripe.state.files.size
  for (const on of [/POST .*files$/, /POST .*disputes/]) {
    loseAnswers(on)
    expect(await submit('e3').catch((error: GatewayError) => error)).toMatchObject({
      retryable: true,
    })
  }
  await submit('e3')
  expect(stripe.state.files.size).toBe(files + 1)
  expect(dispute.evidence_details.submission_count).toBe(1)
})

/** The request is carried out, and its answer and those of both repetitions are lost. */
function loseAnswers(on: RegExp): void {
  const effect = () => {
    for (let time = 0; time < 2; time++) {
      stripe.faults.push({ on, when: 'before', effect: () => undefined })
    }
  }
  stripe.faults.push({ on, when: 'after', effect })
}

test('an inquiry moves no money, is answered alike, and may become a dispute', async () => {
  const { payment, dispute, submit } = await disputed({ inquiry: true })
  expect((await submit('e4')).disputes).toMatchObject([
    { state: 'inquiry', phase: 'under_review', fee: 0 },
  ])
  stripe.state.escalateInquiry(dispute.id)
  expect((await gateway.find(payment))?.disputes).toMatchObject([
    { state: 'opened', phase: 'needs_response', fee: 1500 },
  ])
})

test('a warning of fraud names its payment', async () => {
  const payment = await paid()
  warnOfFraud(stripe.state, payment.intentId)
  const event = stripe.state.events.at(-1)
  if (!event) throw new Error('no event')
  const { body, headers } = stripe.sign(event)
  expect(gateway.readWebhook(body, headers)).toMatchObject({
    about: { intentId: payment.intentId },
    warning: 'The card network suspects fraud (made_with_stolen_card).',
  })
})

test("a dispute's fee is the fee less the part given back", async () => {
  const payment = await paid()
  await gateway.capture(payment, 300, 'c7')
  const dispute = stripe.state.openDispute(payment.intentId)
  dispute.balance_transactions.push(stripe.state.transact('adjustment', dispute.id, 300, -500))
  expect((await gateway.find(payment))?.disputes).toMatchObject([{ fee: 1000 }])
})

test('a release expires an unpaid session, and an unknown session is not found', async () => {
  const session = await checkout()
  expect(await gateway.release(session, 'r3')).toMatchObject({ state: 'expired' })
  expect(await gateway.find({ sessionId: 'cs_test_unknown0000000000000000' })).toBeNull()
})

test('connection failures are retryable and retried by the adapter; refusals are not', async () => {
  const payment = await paid()
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
  const impatient = createStripeGateway({
    secretKey: stripe.secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.origin,
    interactiveTimeoutMs: 50,
  })
  const { sessionId } = await checkout()
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

test('signed webhooks are translated, forged and stale ones refused', async () => {
  const payment = await paid()
  const event = stripe.state.events.at(-1)
  if (!event) throw new Error('no event')
  const { body, headers } = stripe.sign(event)
  expect(gateway.readWebhook(body, headers)).toMatchObject({
    name: 'checkout.session.completed',
    about: { ...payment, paymentId: `payment-${count}` },
  })
  const forged = Buffer.from(body.toString().replace('unpaid', 'paid'))
  expect(() => gateway.readWebhook(forged, headers)).toThrow('bad_signature')
  expect(() => gateway.readWebhook(body, {})).toThrow('bad_signature')
  const stale = headers['stripe-signature']?.replace(/t=\d+/, 't=1000')
  expect(() => gateway.readWebhook(body, { 'stripe-signature': stale })).toThrow('bad_signature')
})

test('lists everything over several pages', async () => {
  const before = stripe.state.sessions.size
  for (let time = 0; time < 105; time++) await checkout()
  const listed = []
  for await (const payment of gateway.list(new Date(0))) listed.push(payment.sessionId)
  expect(new Set(listed).size).toBe(before + 105)
})

const TAX_CODES = { image: 'txcd_10501000', video: 'txcd_10402100' }

function taxing() {
  return createStripeGateway({
    secretKey: stripe.secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.origin,
    taxCodes: TAX_CODES,
  })
}

test.each([
  ['DE', [{ jurisdiction: 'DE', name: 'VAT', amount: 48 }]],
  ['JP', [{ jurisdiction: 'JP', name: 'consumption tax', amount: 27 }]],
  ['US-OR', []],
  // The state's tax and the city's are owed to the state.
  ['US-NY', [{ jurisdiction: 'US-NY', name: 'sales tax', amount: 23 }]],
  [
    'CA-QC',
    [
      { jurisdiction: 'CA', name: 'GST', amount: 13 },
      { jurisdiction: 'CA-QC', name: 'QST', amount: 26 },
    ],
  ],
])(
  'a taxed checkout costs the same in %s and says which tax is in the price',
  async (place, taxes) => {
    const gateway = taxing()
    const { sessionId } = await gateway.createCheckout(checkoutOf({ makes: 'video' }))
    expect((await gateway.find({ sessionId }))?.taxes).toEqual([])
    const intent = stripe.state.pay(sessionId, undefined, place)
    expect(await gateway.find({ sessionId })).toMatchObject({
      state: 'authorized',
      amount: 300,
      taxes,
    })
    expect(await gateway.find({ intentId: intent.id })).toMatchObject({ taxes })
    const listed = []
    for await (const view of gateway.list(new Date(0))) listed.push(view)
    expect(listed.find((view) => view.sessionId === sessionId)).toMatchObject({ taxes })
    const captured = await gateway.capture({ sessionId, intentId: intent.id }, 300, newId())
    expect(captured).toMatchObject({ capturedAmount: 300, taxes })
  },
)

test('a cancelled authorisation reports no tax, a refund takes its tax back', async () => {
  const gateway = taxing()
  const reported = (intentId: string | null) =>
    stripe.state.taxTransactions
      .filter(({ payment_intent }) => payment_intent === intentId)
      .map(({ type, amount_tax }) => [type, amount_tax])
  const pay = async () => {
    const { sessionId } = await gateway.createCheckout(checkoutOf())
    return { sessionId, intentId: stripe.state.pay(sessionId).id }
  }
  const released = await pay()
  await gateway.release(released, newId())
  expect(reported(released.intentId)).toEqual([])
  const sold = await pay()
  expect(reported(sold.intentId)).toEqual([])
  await gateway.capture(sold, 300, newId())
  await gateway.refund(sold, { refundId: 'r', amount: 300, idempotencyKey: newId() })
  expect(reported(sold.intentId)).toEqual([
    ['transaction', 48],
    ['reversal', -48],
  ])
})

test('without tax a checkout asks Stripe for exactly what it asked before', async () => {
  await checkout()
  await taxing().createCheckout(checkoutOf())
  const [asked = {}, taxed = {}] = stripe.checkoutForms.slice(-2)
  expect(Object.keys(asked).filter((name) => name.includes('tax'))).toEqual([])
  const added = Object.entries(taxed).filter(([name]) => !(name in asked))
  expect(added).toEqual([
    ['line_items[0][price_data][tax_behavior]', 'inclusive'],
    ['line_items[0][price_data][product_data][tax_code]', 'txcd_10501000'],
    ['automatic_tax[enabled]', 'true'],
  ])
})
