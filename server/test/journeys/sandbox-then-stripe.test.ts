import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRun } from '../../src/features/payouts/start-run.ts'
import { enterCard, idOf, openCheckout, publish, remix } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { sandboxOf, sell } from '../support/money/sell-disputed.ts'
import { type StripeStandIn, startStripe } from '../support/money/start-stripe.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { type ShiftedClock, shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const PRICE = 5_000

let stripe: StripeStandIn
let clock: ShiftedClock
/** One installation, started first with the sandbox and then with Stripe's test keys. */
let first: TestApp
let then: TestApp
beforeAll(async () => {
  stripe = await startStripe()
  clock = shiftClock()
  const providers = [createScriptedProvider({ start: () => picture() })]
  first = await startTestApp({ providers, env: UNLIMITED_RATES, change: clock.change })
  then = await startTestApp({
    providers,
    beside: first,
    worker: false,
    change: clock.change,
    env: {
      ...UNLIMITED_RATES,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: stripe.connectWebhookSecret,
      STRIPE_API_URL: stripe.origin,
    },
  })
})
afterAll(async () => {
  await then.close()
  await first.close()
  await stripe.close()
})

async function checkout(at: TestApp, workflowId: string) {
  const buyer = new Visitor(at.url)
  const { body } = await openCheckout(buyer, workflowId)
  return { buyer, ...body }
}

/** The same person in a browser of this server. */
async function enter(at: TestApp, email: string): Promise<Browser> {
  const browser = new Browser(at.url)
  await signIn(browser, email)
  return browser
}

const moneyOf = async (creator: Browser) =>
  (await creator.json<{ unpaid: number; paid: number }>('/payouts')).body

test('nothing of the sandbox is claimed, summed or paid with Stripe, and nothing of Stripe in the sandbox', async () => {
  const email = 'both@example.com'
  const creator = await enter(first, email)
  const id = await idOf(creator)
  const recipe = (await publish(creator, { price: PRICE })).id
  await sell(first, recipe)
  const unused = await checkout(first, recipe)
  await enterCard(unused.url)
  const { body } = await creator.json<{ url: string }>('/payouts/account', {
    body: { country: 'DE' },
  })
  const form = { name: 'Ada Lovelace', birthday: '1990-01-31', bank: '000123456789' }
  await creator.fetch(body.url, { form: new URLSearchParams(form) })

  const paying = await checkout(then, recipe)
  const intent = await stripe.pay(paying.session_id)

  // Neither server runs a workflow for the other's authorisation.
  for (const [at, { buyer, session_id: session }] of [
    [then, unused],
    [first, paying],
  ] as const) {
    expect((await remix(buyer.at(at.url), recipe, { session_id: session })).status).toBe(402)
  }
  expect((await stripe.get('payment_intent', intent.id)).status).toBe('requires_capture')

  clock.hours += 30 * 24
  const there = await enter(then, email)
  expect(await moneyOf(there)).toMatchObject({ unpaid: 0, paid: 0 })
  expect((await there.json<{ state: string }>('/payouts/account')).body.state).toBe('none')
  const dueAt = then.ctx.clock.now()
  expect((await startRun(then.ctx, { dueAt, by: 'operator', only: [id] })).payouts).toEqual([])
  expect(await stripe.list('transfer')).toEqual([])
  expect(await stripe.list('balance_transaction')).toEqual([])

  const here = await enter(first, email)
  expect(await moneyOf(here)).toMatchObject({ unpaid: 0.7 * PRICE, paid: 0 })
  const { sandbox } = sandboxOf(first)
  expect(await sandbox.list('checkout.session')).toHaveLength(2)
})
