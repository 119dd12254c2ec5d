import { type Fault, Refusal } from '@vignette/stripe-sandbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createMoneyWorld,
  type MoneyWorld,
  START,
} from '../../../test/support/money/create-money-world.ts'
import { newPeople } from '../../../test/support/money/people.ts'
import { type StripeStandIn, startStripe } from '../../../test/support/money/start-stripe.ts'
import { createStripeGateway } from '../../providers/payments/stripe/create-stripe-gateway.ts'
import { performCapture } from './capture/capture.ts'
import { performRelease } from './capture/release-payment.ts'
import { findBySession } from './checkout/authorisation.ts'
import { refreshPayment } from './checkout/refresh-payment.ts'
import { refundCommand } from './cli.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { sweepPayments } from './reconcile/sweep-payments.ts'
import { performRefund } from './refunds/perform-refund.ts'
import { listRefunds } from './refunds/refund.ts'
import { refundPayment } from './refunds/request-refund.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let stripe: StripeStandIn
let world: MoneyWorld
beforeAll(async () => {
  let now = () => START
  stripe = await startStripe(() => now())
  world = await createMoneyWorld((clock) => {
    now = () => clock.now()
    return openGateway()
  })
})
const openGateway = (timeoutMs?: number) =>
  createStripeGateway({
    secretKey: stripe.secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.origin,
    ...(timeoutMs && { timeoutMs }),
  })
/** The context of a process that dies while it waits: its client of Stripe repeats nothing. */
const doomed = () => ({ ...world.ctx, gateway: openGateway(HOUR) })
beforeEach(() => {
  stripe.faults.length = 0
})
afterAll(async () => {
  await world.close()
  await stripe.close()
})

async function authorized() {
  const { buyer, recipe } = await newPeople(world)
  const sessionId = await world.checkout({ buyer, recipe })
  const intent = await stripe.pay(sessionId)
  const row = await findBySession(world.ctx, buyer.id, sessionId)
  if (!row) throw new Error('no such payment')
  await refreshPayment(world.ctx, row)
  return { id: row.id, buyer, recipe, sessionId, intent }
}

async function delivered() {
  const sale = await authorized()
  await world.deliver(await world.startRun(sale.buyer, sale.recipe, sale.sessionId))
  return sale
}

const atStripe = ({ intent }: { intent: { id: string } }) => stripe.get('payment_intent', intent.id)
const stateOf = async (id: string) => (await world.payment(id)).state
const strike = (on: RegExp, effect: Fault['effect'], when: Fault['when'] = 'before') =>
  void stripe.faults.push({ on, when, effect })

async function countCaptureTasks(id: string): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job
     where name = 'payments.capture' and data ->> 'paymentId' = $1`,
    [id],
  )
  return rows[0]?.count ?? 0
}

/** Deletes tasks as the queue does after their run. */
async function endTasks(id: string): Promise<void> {
  await world.database.pool.query(
    `update pgboss.job set state = 'completed', completed_on = now() where data ->> 'paymentId' = $1`,
    [id],
  )
}

test('a capture, a release and a refund that Stripe answered with 500 are retried under the next key', async () => {
  const sold = await delivered()
  strike(/capture$/, 500)
  await expect(performCapture(world.ctx, sold.id)).rejects.toMatchObject({ kept: true })
  expect([(await atStripe(sold)).status, await stateOf(sold.id)]).toEqual([
    'requires_capture',
    'capture_requested',
  ])
  await performCapture(world.ctx, sold.id)
  expect([(await atStripe(sold)).status, await stateOf(sold.id)]).toEqual(['succeeded', 'captured'])

  const refund = await refundPayment(world.ctx, { paymentId: sold.id, amount: 100, reason: 'test' })
  strike(/refunds$/, 500)
  await expect(performRefund(world.ctx, refund.id)).rejects.toMatchObject({ kept: true })
  expect(await performRefund(world.ctx, refund.id)).toMatchObject({ state: 'succeeded' })
  expect((await stripe.list('refund')).length).toBe(1)

  const unused = await authorized()
  await sweepAfterADay()
  strike(/cancel$/, 500)
  await expect(performRelease(world.ctx, unused.id)).rejects.toMatchObject({ kept: true })
  await performRelease(world.ctx, unused.id)
  expect([(await atStripe(unused)).status, await stateOf(unused.id)]).toEqual([
    'canceled',
    'released',
  ])
})

async function sweepAfterADay(): Promise<void> {
  world.clock.advance(25 * HOUR)
  await sweepPayments(world.ctx)
}

test('a change that Stripe made before answering 500 is found and never made twice', async () => {
  const sold = await delivered()
  strike(/capture$/, 500, 'after')
  await performCapture(world.ctx, sold.id)
  expect(await world.payment(sold.id)).toMatchObject({ state: 'captured', captured: 300 })

  const before = (await stripe.list('refund')).length
  const refund = await refundPayment(world.ctx, { paymentId: sold.id, amount: 100, reason: 'test' })
  strike(/refunds$/, 500, 'after')
  await Promise.allSettled(Array.from({ length: 10 }, () => performRefund(world.ctx, refund.id)))
  await performRefund(world.ctx, refund.id)
  expect(await listRefunds(world.ctx, sold.id)).toMatchObject([{ state: 'succeeded', amount: 100 }])
  expect((await stripe.list('refund')).length).toBe(before + 1)
  expect(await world.payment(sold.id)).toMatchObject({ refunded: 100 })
})

/** A process dies after Stripe carried the call out: the answer reaches nobody. */
function dieAfter(on: RegExp): Promise<void> {
  return new Promise((died) => {
    strike(
      on,
      () => {
        died()
        return new Promise<void>(() => undefined)
      },
      'after',
    )
  })
}

async function captured() {
  const sold = await delivered()
  await performCapture(world.ctx, sold.id)
  return sold
}

const refundsOf = async (intentId: string) =>
  (await stripe.list('refund', { payment_intent: intentId })).map(({ amount }) => amount)

/** Stripe forgets an idempotency key after a day. */
test.each([
  { amount: 100, hours: 1 },
  { amount: 100, hours: 23 },
  { amount: 100, hours: 25 },
  { amount: 100, hours: 49 },
  { amount: 300, hours: 25 },
])(
  'a refund of $amount whose answer was lost is made once, repeated after $hours h',
  async ({ amount, hours }) => {
    const sold = await captured()
    const refund = await refundPayment(world.ctx, { paymentId: sold.id, amount, reason: 'test' })
    const died = dieAfter(/refunds$/)
    void performRefund(doomed(), refund.id).catch(() => undefined)
    await died
    world.clock.advance(hours * HOUR)
    const tries = Array.from({ length: 10 }, () => performRefund(world.ctx, refund.id))
    await Promise.allSettled(tries)
    expect(await performRefund(world.ctx, refund.id)).toMatchObject({ state: 'succeeded', amount })
    expect(await refundsOf(sold.intent.id)).toEqual([amount])
    expect(await listRefunds(world.ctx, sold.id)).toHaveLength(1)
    expect(await world.payment(sold.id)).toMatchObject({ refunded: amount })
    const { differences } = await reconcile(world.ctx)
    expect(differences.filter(({ paymentId }) => paymentId === sold.id)).toEqual([])
  },
)

test('a refund whose answer was lost is made once though Stripe is out of reach for 25 h', async () => {
  const sold = await captured()
  const refund = await refundPayment(world.ctx, { paymentId: sold.id, amount: 100, reason: 'test' })
  const outOfReach = () => undefined
  strike(
    /refunds$/,
    () => {
      for (let at = 0; at < 8; at++) strike(/./, outOfReach)
    },
    'after',
  )
  await expect(performRefund(world.ctx, refund.id)).rejects.toMatchObject({ retryable: true })
  expect(await refundsOf(sold.intent.id)).toEqual([100])
  world.clock.advance(25 * HOUR)
  stripe.faults.length = 0
  expect(await performRefund(world.ctx, refund.id)).toMatchObject({ state: 'succeeded' })
  expect(await refundsOf(sold.intent.id)).toEqual([100])
})

test('an operator whose refund gets no answer reads that it may have been made, and is made once', async () => {
  const sold = await captured()
  const outOfReach = () => undefined
  strike(
    /refunds$/,
    () => {
      for (let at = 0; at < 8; at++) strike(/./, outOfReach)
    },
    'after',
  )
  const said = await refundCommand.run(world.ctx, [sold.id, '--amount=1.00', '--reason=a test'])
  expect(said).toMatch(
    /^The payment gateway is not answering\. Refund \S+ of \$1\.00 may have been made; it is asked for again by itself, once\. Do not refund it a second time\.$/,
  )
  stripe.faults.length = 0
  const [refund] = await listRefunds(world.ctx, sold.id)
  expect(await performRefund(world.ctx, refund?.id ?? '')).toMatchObject({ state: 'succeeded' })
  expect(await refundsOf(sold.intent.id)).toEqual([100])
})

test('a refund that never reached Stripe is made after two days, once', async () => {
  const sold = await captured()
  const refund = await refundPayment(world.ctx, { paymentId: sold.id, amount: 100, reason: 'test' })
  world.clock.advance(49 * HOUR)
  const tries = Array.from({ length: 10 }, () => performRefund(world.ctx, refund.id))
  await Promise.allSettled(tries)
  expect(await performRefund(world.ctx, refund.id)).toMatchObject({ state: 'succeeded' })
  expect(await refundsOf(sold.intent.id)).toEqual([100])
})

test('a capture and a release whose answers were lost are found after two days', async () => {
  const sold = await delivered()
  const died = dieAfter(/capture$/)
  void performCapture(doomed(), sold.id).catch(() => undefined)
  await died
  world.clock.advance(49 * HOUR)
  await performCapture(world.ctx, sold.id)
  expect(await world.payment(sold.id)).toMatchObject({ state: 'captured', captured: 300 })
  expect((await atStripe(sold)).amount_received).toBe(300)

  const unused = await authorized()
  await sweepAfterADay()
  const gone = dieAfter(/cancel$/)
  void performRelease(doomed(), unused.id).catch(() => undefined)
  await gone
  world.clock.advance(49 * HOUR)
  await performRelease(world.ctx, unused.id)
  expect([(await atStripe(unused)).status, await stateOf(unused.id)]).toEqual([
    'canceled',
    'released',
  ])
})

const REFUSALS = [
  new Refusal('This key may not do that.', { status: 403, code: 'more_permissions_required' }),
  new Refusal('Your card was declined.', {
    status: 402,
    type: 'card_error',
    code: 'card_declined',
  }),
]

test.each(REFUSALS)(
  'a refused capture ($body.code) is retried each hour while the authorisation stands',
  async (refusal) => {
    const sold = await delivered()
    strike(/capture$/, refusal)
    await performCapture(world.ctx, sold.id)
    expect(await world.payment(sold.id)).toMatchObject({
      state: 'capture_requested',
      failure: expect.stringContaining(refusal.body.code ?? ''),
    })
    await endTasks(sold.id)
    const before = await countCaptureTasks(sold.id)
    world.clock.advance(0.9 * HOUR)
    await sweepPayments(world.ctx)
    expect(await countCaptureTasks(sold.id)).toBe(before)
    world.clock.advance(0.2 * HOUR)
    const { differences } = await reconcile(world.ctx)
    expect(differences).toMatchObject([{ kind: 'stuck', paymentId: sold.id }])
    await sweepPayments(world.ctx)
    expect(await countCaptureTasks(sold.id)).toBe(before + 1)
    await performCapture(world.ctx, sold.id)
    expect(await world.payment(sold.id)).toMatchObject({ state: 'captured', failure: null })
  },
)

test('a key that another request has used is skipped for the next', async () => {
  const sold = await delivered()
  await world.ctx.gateway.capture(
    { sessionId: sold.sessionId, intentId: (await authorized()).intent.id },
    100,
    `capture:${sold.id}`,
  )
  await expect(performCapture(world.ctx, sold.id)).rejects.toMatchObject({ kept: true })
  await performCapture(world.ctx, sold.id)
  expect([(await atStripe(sold)).status, await stateOf(sold.id)]).toEqual(['succeeded', 'captured'])
})

test('a capture refused to the end is given up six hours before the authorisation expires', async () => {
  const sold = await delivered()
  const refuse = () => strike(/capture$/, REFUSALS[0] ?? 403)
  world.clock.advance(7 * DAY - 6.1 * HOUR)
  refuse()
  await performCapture(world.ctx, sold.id)
  expect([(await atStripe(sold)).status, await stateOf(sold.id)]).toEqual([
    'requires_capture',
    'capture_requested',
  ])
  world.clock.advance(0.2 * HOUR)
  refuse()
  await performCapture(world.ctx, sold.id)
  expect((await atStripe(sold)).status).toBe('canceled')
  expect(await world.payment(sold.id)).toMatchObject({
    state: 'capture_failed',
    failure: expect.stringMatching(/more_permissions_required.*the gateway says released/),
  })
})

test('an authorisation that 0.1 left open after a failed capture is reported and released', async () => {
  const sold = await delivered()
  await world.database.pool.query(`update payments set state = 'capture_failed' where id = $1`, [
    sold.id,
  ])
  const about = async () =>
    (await reconcile(world.ctx)).differences.filter(({ paymentId }) => paymentId === sold.id)
  expect(await about()).toMatchObject([{ kind: 'state', theirs: 'authorized', mended: true }])
  expect((await atStripe(sold)).status).toBe('canceled')
  expect(await about()).toEqual([])
})
