import { API_BASE } from '@vignette/contract/paths.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StripeStandIn, startStripe } from '../support/money/start-stripe.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let stripe: StripeStandIn
let app: TestApp

beforeAll(async () => {
  stripe = await startStripe()
  app = await startTestApp({
    worker: false,
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: stripe.connectWebhookSecret,
      STRIPE_API_URL: stripe.origin,
    },
  })
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

async function post(gateway: string, secret: string) {
  const { accountId } = await app.ctx.payoutGateway.openAccount({
    creatorId: 'creator',
    email: 'creator@example.org',
    country: 'DE',
    idempotencyKey: secret,
  })
  const event = (await stripe.list('v2.core.event')).find(
    ({ related_object: about }) => about.id === accountId,
  )
  if (!event) throw new Error('no event')
  const { body, headers } = stripe.signThin(event, { secret })
  return fetch(`${app.url}${API_BASE}/payouts/webhook/${gateway}`, {
    method: 'POST',
    body,
    headers,
  })
}

test('a thin event of Stripe is accepted over HTTP, and an event with a foreign signature is refused', async () => {
  const taken = await post('stripe', stripe.connectWebhookSecret)
  expect([taken.status, await taken.json()]).toMatchObject([200, { received: true }])
  expect((await post('stripe', stripe.webhookSecret)).status).toBe(400)
  expect(await (await post('sandbox', stripe.connectWebhookSecret)).json()).toMatchObject({
    received: false,
  })
})

test('a signed thin event that cannot be read is our failure, never a forgery', async () => {
  const { body, headers } = stripe.signThin({
    id: 'evt_timeless',
    object: 'v2.core.event',
    type: 'v1.transfer.created',
    created: 'once',
  } as never)
  const url = `${app.url}${API_BASE}/payouts/webhook/stripe`
  const answer = await fetch(url, { method: 'POST', body, headers })
  expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }])
  expect(() => app.ctx.payoutGateway.readWebhook(body, headers)).toThrow('evt_timeless')
})
