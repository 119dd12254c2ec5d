import { computeTax } from '@vignette/stripe-sandbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { performRelease } from '../../src/features/payments/capture/release-payment.ts'
import {
  findBySession,
  findOpenPayment,
} from '../../src/features/payments/checkout/authorisation.ts'
import { getPaymentSession } from '../../src/features/payments/checkout/payment-session.ts'
import { paymentGauges } from '../../src/features/payments/metrics.ts'
import {
  processEvent,
  receiveWebhook,
} from '../../src/features/payments/reconcile/receive-webhook.ts'
import { reconcile } from '../../src/features/payments/reconcile/reconcile.ts'
import { sweepPayments } from '../../src/features/payments/reconcile/sweep-payments.ts'
import { createStripeGateway } from '../../src/providers/payments/stripe/create-stripe-gateway.ts'
import { webhookEvents } from '../../src/schema/payments.ts'
import { actAs } from '../support/create-test-ctx.ts'
import { createMoneyWorld, type MoneyWorld, recipeOf } from '../support/money/create-money-world.ts'
import { type StripeStandIn, startStripe } from '../support/money/start-stripe.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const MINUTE = 60_000

let stripe: StripeStandIn
let running: TestApp
let world: MoneyWorld
beforeAll(async () => {
  stripe = await startStripe()
  running = await startTestApp({
    worker: false,
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: stripe.connectWebhookSecret,
      STRIPE_API_URL: stripe.origin,
    },
  })
  world = await createMoneyWorld(
    () =>
      createStripeGateway({
        secretKey: stripe.secretKey,
        publishableKey: 'pk_test_1',
        webhookSecret: stripe.webhookSecret,
        apiUrl: stripe.origin,
      }),
    new Date(),
  )
})
beforeEach(() => {
  stripe.faults.length = 0
})
afterAll(async () => {
  await running.close()
  await world.close()
  await stripe.close()
})

const post = (body: Buffer | string, headers: Record<string, string>, gateway = 'stripe') =>
  fetch(`${running.url}/api/v1/payment/webhook/${gateway}`, { method: 'POST', headers, body })

const kept = () => running.ctx.db.select().from(webhookEvents)

let announced = 0
function announce(type: string, object: object) {
  return stripe.sign({
    id: `evt_${type}_${announced++}`,
    object: 'event',
    type,
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object },
  })
}

const SESSION = { id: 'cs_test_1', payment_intent: 'pi_1', metadata: { payment_id: 'none' } }

test('a signed event is stored once, however often and at however many processes it arrives', async () => {
  const { body, headers } = announce('checkout.session.completed', SESSION)
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(body, headers)))
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
  }
  expect(await kept()).toMatchObject([
    { name: 'checkout.session.completed', sessionId: 'cs_test_1', processedAt: null },
  ])
})

test.each([
  ['no metadata', { type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } }],
  ['no data', { type: 'checkout.session.completed' }],
  ['no payment', { type: 'charge.refunded', data: {} }],
  ['no time', { type: 'account.updated', created: undefined }],
  ['another kind', { object: 'v2.core.event', type: 'v1.meter', created: '2026-01-01' }],
])('a signed event with %s is our failure, never a forgery', async (name, change) => {
  const before = (await kept()).length
  const id = `evt_${name.replaceAll(' ', '_')}`
  const { body, headers } = stripe.sign({
    id,
    object: 'event',
    created: Math.floor(Date.now() / 1000),
    ...change,
  } as never)
  const answer = await post(body, headers)
  expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }])
  expect(await kept()).toHaveLength(before)
  // The log of the failure names the event.
  expect(() => world.ctx.gateway.readWebhook(body, headers)).toThrow(
    `the signed event ${id} cannot be read`,
  )
  const forged = await post(body, { ...headers, 'stripe-signature': 't=1,v1=aa' })
  expect([forged.status, await forged.json()]).toMatchObject([
    400,
    { error: 'The signature does not fit the body.' },
  ])
})

test('the signature covers the exact bytes: the same JSON in other bytes is refused', async () => {
  const before = (await kept()).length
  const { body, headers } = announce('checkout.session.expired', SESSION)
  const dressed = JSON.stringify(JSON.parse(body.toString()), null, 2)
  for (const [sent, given] of [
    [dressed, headers],
    [Buffer.concat([body, Buffer.from(' ')]), headers],
    [body, { ...headers, 'stripe-signature': 't=1,v1=00' }],
    ['', headers],
  ] as const) {
    const answer = await post(sent, given)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'The signature does not fit the body.' }),
    ])
  }
  const unsigned = await post(body, { 'content-type': 'application/json' })
  expect([unsigned.status, await unsigned.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'The event carries no signature.' }),
  ])
  expect((await post(body, headers, 'sandbox')).status).toBe(400)
  expect(await kept()).toHaveLength(before)
})

test('an event about an object that Vignette did not make is accepted and ignored', async () => {
  const { body, headers } = announce('customer.created', { id: 'cus_1' })
  expect((await post(body, headers)).status).toBe(200)
  expect(await kept()).toContainEqual(
    expect.objectContaining({ name: 'customer.created', outcome: 'ignored' }),
  )
})

async function checkout() {
  const buyer = await world.newPrincipal('visitor')
  const recipe = recipeOf(await world.newPrincipal())
  const sessionId = await world.checkout({ buyer, recipe })
  const find = async () => {
    const row = await findBySession(world.ctx, buyer.id, sessionId)
    if (!row) throw new Error('no such payment')
    return row
  }
  return { buyer, recipe, sessionId, find }
}

async function deliverNews(): Promise<void> {
  for (const event of await stripe.list('event')) {
    const { body, headers } = stripe.sign(event)
    await receiveWebhook(world.ctx, { gateway: 'stripe', rawBody: body, headers })
  }
  for (const { gateway, id } of await world.ctx.db.select().from(webhookEvents)) {
    await processEvent(world.ctx, gateway, id)
  }
}

test('a tax as large as the price leaves nothing to share, so the authorisation is released', async () => {
  const { sessionId, find } = await checkout()
  await stripe.pay(sessionId)
  const [rate] = computeTax(300, true, 'DE')
  if (!rate) throw new Error('no such rate')
  const all = { amount_tax: 300, breakdown: { taxes: [{ ...rate, amount: 300 }] } }
  await stripe.change('checkout.session', sessionId, { total_details: all })
  await deliverNews()
  expect(await find()).toMatchObject({ state: 'release_requested', tax: 0, taxes: [] })
})

test('a tax that Stripe did not compute is counted, and found by the comparison', async () => {
  const { sessionId, find } = await checkout()
  await stripe.pay(sessionId)
  await stripe.change('checkout.session', sessionId, {
    automatic_tax: { enabled: true, status: 'failed' },
  })
  await deliverNews()
  const { id } = await find()
  expect(await find()).toMatchObject({ state: 'authorized', tax: 0 })
  const gauge = paymentGauges.find(({ name }) => name === 'vignette_payments_tax_unknown')
  const counted = await world.ctx.db.execute<{ value: string }>(sql.raw(gauge?.query ?? ''))
  expect(counted.rows).toEqual([{ value: '1' }])
  const { differences } = await reconcile(world.ctx, 'moved')
  expect(differences).toContainEqual(
    expect.objectContaining({ kind: 'tax', paymentId: id, ours: '0', theirs: 'not computed' }),
  )
})

test('an unexpected amount pays for no run and is released', async () => {
  for (const spoil of [
    { amount_total: 250 },
    { currency: 'eur' },
    // Tax on top of the price.
    'exclusive' as const,
  ]) {
    const { buyer, recipe, sessionId, find } = await checkout()
    const { own } = await stripe.get('checkout.session', sessionId)
    const change = spoil === 'exclusive' ? { own: { ...own, taxBehavior: spoil } } : spoil
    await stripe.change('checkout.session', sessionId, change)
    await stripe.pay(sessionId)
    await deliverNews()
    const payment = await find()
    expect(payment.state).toBe('release_requested')
    await expect(world.startRun(buyer, recipe, sessionId)).rejects.toMatchObject({
      code: 'payment_required',
      message: 'This payment was released and nothing was charged. Please pay again.',
    })
    await performRelease(world.ctx, payment.id)
    expect((await find()).state).toBe('released')
    const intent = await stripe.get('payment_intent', payment.intentId ?? '')
    expect(intent.status).toBe('canceled')
  }
})

test('however often a buyer polls, Stripe is asked once in two seconds, and its answer is shown', async () => {
  const { buyer, recipe, sessionId } = await checkout()
  const as = actAs(world.ctx, buyer)
  const asked = () => stripe.requests.filter((line) => line.endsWith(sessionId)).length
  const look = async () => (await getPaymentSession(as, sessionId)).payment_status
  const open = async () => (await findOpenPayment(as, recipe.workflowId)).payment?.state
  await Promise.all(Array.from({ length: 10 }, look))
  for (let time = 0; time < 10; time++) expect(await look()).toBe('unpaid')
  expect(asked()).toBe(1)
  world.clock.advance(2_000)
  for (let time = 0; time < 10; time++) expect(await open()).toBeUndefined()
  expect(asked()).toBe(2)
  // A return from the checkout does not wait for another tab's throttle.
  await stripe.pay(sessionId)
  expect(await open()).toBeUndefined()
  expect(await look()).toBe('paid')
  expect(asked()).toBe(3)
  expect(await open()).toBe('authorized')
})

test('a checkout whose answer from Stripe was lost is found and closed', async () => {
  // The first answer is lost, and then the connection fails for every retry of the adapter.
  const lost = { on: /sessions$/, when: 'before', effect: () => undefined } as const
  const again = () => void stripe.faults.push(lost, lost)
  stripe.faults.push({ on: /POST .*sessions$/, when: 'after', effect: again })
  const known = new Set((await stripe.list('checkout.session')).map(({ id }) => id))
  await expect(checkout()).rejects.toMatchObject({
    code: 'provider_unavailable',
    message: 'The payment gateway is not answering. Nothing was charged; try again.',
  })
  const opened = (await stripe.list('checkout.session')).filter(({ id }) => !known.has(id))
  expect(opened).toMatchObject([{ status: 'open' }])
  const id = opened[0]?.client_reference_id ?? ''
  world.clock.advance(14 * MINUTE)
  await sweepPayments(world.ctx)
  expect(await world.payment(id)).toMatchObject({ state: 'created', sessionId: null })
  world.clock.advance(2 * MINUTE)
  await sweepPayments(world.ctx)
  expect(await world.payment(id)).toMatchObject({ state: 'expired', sessionId: opened[0]?.id })
  expect(await stripe.find('checkout.session', opened[0]?.id ?? '')).toMatchObject({
    status: 'expired',
  })
})
