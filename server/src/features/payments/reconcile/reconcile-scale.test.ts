import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMoneyWorld,
  type MoneyWorld,
} from '../../../../test/support/money/create-money-world.ts'
import { type StripeStandIn, startStripe } from '../../../../test/support/money/start-stripe.ts'
import { inTransaction } from '../../../ctx.ts'
import { newId } from '../../../platform/ids.ts'
import { createStripeGateway } from '../../../providers/payments/stripe/create-stripe-gateway.ts'
import { paymentEvents, payments } from '../../../schema/payments.ts'
import { post } from '../../ledger/index.ts'
import { reconcile } from './reconcile.ts'

const SALES = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = new Date('2026-03-01T12:00:00Z')

let stripe: StripeStandIn
let world: MoneyWorld
let sold: { id: string; sessionId: string; intentId: string }[]
beforeAll(async () => {
  let now = () => START
  stripe = await startStripe(() => now())
  world = await createMoneyWorld((clock) => {
    now = () => clock.now()
    return createStripeGateway({
      secretKey: stripe.secretKey,
      publishableKey: 'pk_test_1',
      webhookSecret: stripe.webhookSecret,
      apiUrl: stripe.origin,
    })
  })
  sold = await sellMany()
})
afterAll(async () => {
  await world.close()
  await stripe.close()
})

/** Writes the rows that sales leave in both books, without running the sales. */
async function sellMany(): Promise<typeof sold> {
  const { ctx } = world
  const [buyer, creator] = [await world.newPrincipal('visitor'), await world.newPrincipal()]
  const workflowId = newId()
  const sales: { id: string; sessionId: string; intentId: string; createdAt: Date }[] = []
  while (sales.length < SALES) {
    world.clock.advance(MINUTE)
    const id = newId()
    await stripe.call('POST', '/v1/checkout/sessions', {
      mode: 'payment',
      client_reference_id: id,
      'payment_intent_data[capture_method]': 'manual',
      'payment_intent_data[metadata][payment_id]': id,
      'metadata[payment_id]': id,
      'line_items[0][price_data][unit_amount]': '300',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][product_data][name]': 'Portrait',
      'line_items[0][quantity]': '1',
      success_url: 'http://localhost/back',
    })
    const [session] = await stripe.list('checkout.session', { client_reference_id: id })
    if (!session) throw new Error('no session')
    const intent = await stripe.pay(session.id)
    await stripe.call('POST', `/v1/payment_intents/${intent.id}/capture`)
    const createdAt = world.clock.now()
    sales.push({ id, sessionId: session.id, intentId: intent.id, createdAt })
  }
  const at = world.clock.now()
  await inTransaction(ctx, async (tx) => {
    await tx.db.insert(payments).values(
      sales.map((sale) => ({
        ...sale,
        state: 'created' as const,
        buyerId: buyer.id,
        creatorId: creator.id,
        workflowId,
        workflowVersion: 1,
        workflowName: 'Portrait',
        license: 'personal' as const,
        sharePercent: 70,
        amount: 300,
        currency: 'usd',
        gateway: 'stripe' as const,
        testMode: true,
        public: false,
        sessionExpiresAt: at,
        movedAt: at,
      })),
    )
    for (const set of [
      sql`state = 'authorized', authorized_at = created_at`,
      sql`state = 'capture_requested', job_id = gen_random_uuid(), creation_id = gen_random_uuid()`,
      sql`state = 'captured', captured = 300, captured_at = created_at`,
    ]) {
      await tx.db.execute(sql`update payments set ${set}`)
    }
    for (const { id: paymentId } of sales) {
      await post(tx, 'capture', {
        paymentId,
        workflowId,
        amount: 300,
        currency: 'usd',
        book: 'test:stripe',
        creator: { principalId: creator.id, hasAccount: true },
        sharePercent: 70,
        occurredAt: at,
      })
      await post(tx, 'processor_fee', { paymentId, amount: 39, occurredAt: at })
    }
  })
  return sales
}

async function calls(scope: 'all' | 'moved') {
  const before = stripe.requests.length
  const { differences } = await reconcile(world.ctx, scope)
  return { calls: stripe.requests.length - before, differences }
}

test('reconciliation makes calls for changed payments only, and by night also compares the balance', async () => {
  // The gateway is asked for pages of a hundred sessions, pages of a hundred movements, and the
  // balance.
  const night = await calls('all')
  expect(night).toEqual({ calls: (2 * SALES) / 100 + 1, differences: [] })

  world.clock.advance(2 * DAY)
  expect((await calls('all')).calls).toBeLessThanOrEqual((2 * SALES) / 100 + 1)
  world.clock.advance(HOUR)
  expect(await calls('moved')).toEqual({ calls: 2, differences: [] })

  const [refunded, disputed, touched] = sold
  if (!refunded || !disputed || !touched) throw new Error('nothing was sold')
  await stripe.call('POST', '/v1/refunds', { payment_intent: refunded.intentId, amount: '100' })
  await stripe.openDispute(disputed.intentId)
  await world.ctx.db
    .insert(paymentEvents)
    .values({ paymentId: touched.id, name: 'test', detail: {}, at: world.clock.now() })
  world.clock.advance(HOUR / 2)
  const moved = await calls('moved')
  expect(moved.differences.map(({ kind, paymentId, mended }) => [kind, paymentId, mended])).toEqual(
    expect.arrayContaining([
      ['refunded', refunded.id, true],
      ['disputed', disputed.id, true],
    ]),
  )
  // Two lists, three calls for each changed payment, and two to confirm that each is settled.
  expect(moved.calls).toBeLessThanOrEqual(2 + 3 * 3 + 2 * 3)
  world.clock.advance(2 * HOUR)
  expect(await calls('moved')).toMatchObject({ differences: [] })
})

test('the nightly run finds money outside any payment, and a balance that does not add up', async () => {
  const sale = sold.at(-1)
  const intent = await stripe.find('payment_intent', sale?.intentId ?? '')
  await stripe.transact('adjustment', intent?.latest_charge ?? '', -7)
  // A payout and Stripe's own invoice belong to no sale and are no difference.
  await stripe.transact('payout', 'po_1', -10_000)
  await stripe.transact('stripe_fee', null, -200)
  expect((await calls('all')).differences).toMatchObject([
    { kind: 'money', paymentId: sale?.id, ours: 'ledger 261', theirs: 'transactions 254' },
  ])
  await world.database.pool.query(
    `update gateway_transactions set net = net - 5 where kind = 'payout'`,
  )
  const { differences } = await calls('all')
  expect(differences.map(({ kind }) => kind)).toEqual(['money', 'balance'])
})
