import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobs } from '../../src/schema/generation.ts'
import { principals } from '../../src/schema/identity.ts'
import { ended, openCheckout, publish, remix, sessionOf } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { type StripeStandIn, startStripe } from '../support/money/start-stripe.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let stripe: StripeStandIn
let app: TestApp
let creator: Visitor
beforeAll(async () => {
  stripe = await startStripe()
  const vendor = createScriptedProvider({ start: () => picture(), cents: 4 })
  app = await startTestApp({
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: stripe.connectWebhookSecret,
      STRIPE_API_URL: stripe.origin,
    },
    providers: [
      Object.assign(vendor, { id: 'vendor', costsOperator: true, forEveryCreator: false }),
    ],
  })
  creator = new Visitor(app.url)
  await creator.call('GET', `/users/${creator.anonymousId}`)
  await app.ctx.db.update(principals).set({ approvedCreatorAt: new Date() })
})
beforeEach(() => {
  stripe.faults.length = 0
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

/** A buyer with an authorisation for a recipe of this cost, which the server has noted. */
async function authorized(cost: number) {
  const draw = { id: 'draw', provider: 'vendor', function_type: 'draw', prompt: 'A {{wish}}' }
  const { id: workflowId } = await publish(creator, { steps: [draw], cost, price: 500 })
  const buyer = new Visitor(app.url)
  await buyer.call('GET', `/users/${buyer.anonymousId}`)
  const { body } = await openCheckout(buyer, workflowId)
  const sessionId = body.session_id
  const intent = await stripe.pay(sessionId)
  const seen = await sessionOf(buyer, sessionId)
  expect(seen.body.payment_status).toBe('paid')
  const run = () => remix(buyer, workflowId, { session_id: sessionId })
  return { buyer, intent, run }
}

test('an authorisation that ended at Stripe without a webhook pays for no run with a cost', async () => {
  const { intent, run } = await authorized(4)
  await stripe.call('POST', `/v1/payment_intents/${intent.id}/cancel`)
  const before = await app.ctx.db.$count(jobs)
  const { status, body } = await run()
  expect([status, body.error]).toEqual([
    402,
    'This payment was released and nothing was charged. Please pay again.',
  ])
  expect(await app.ctx.db.$count(jobs)).toBe(before)
})

test('a valid authorisation is checked once; a Stripe that does not answer delays no run', async () => {
  const { buyer, run } = await authorized(4)
  const before = stripe.requests.length
  const { body } = await run()
  expect((await ended(buyer, body.job_id)).status).toBe('COMPLETED')
  const asked = stripe.requests.slice(before)
  const captured = asked.findIndex((line) => line.endsWith('/capture'))
  const first = captured === -1 ? asked : asked.slice(0, captured)
  expect(first).toEqual([expect.stringMatching(/^GET .*sessions/)])
  const second = await authorized(4)
  const fault = { on: /GET/, when: 'before', effect: 503 } as const
  stripe.faults.push(fault, fault)
  expect((await second.run()).status).toBe(200)
})
