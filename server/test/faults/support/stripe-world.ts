import type { StripeEvent } from '@vignette/stripe-sandbox'
import { expect } from 'vitest'
import { type StripeStandIn, startStripe } from '../../support/money/start-stripe.ts'
import type { World } from './open-world.ts'
import { withWorld } from './with-world.ts'

/** A world on Stripe's stand-in, whose charges are read from the stand-in; `aheadMs` moves Stripe's clock. */
export async function withStripeWorld(
  work: (world: World, stripe: StripeStandIn) => Promise<void>,
  aheadMs = () => 0,
): Promise<void> {
  const stripe = await startStripe(() => new Date(Date.now() + aheadMs()))
  const charges = async () => {
    const taken = new Map<string, number>()
    for (const { id, payment_intent: intent } of await stripe.list('checkout.session')) {
      const amount = intent ? (await stripe.get('payment_intent', intent)).amount_received : 0
      if (amount > 0) taken.set(id, amount)
    }
    return taken
  }
  try {
    await withWorld({ env: stripeEnv(stripe), charges }, (world) => work(world, stripe))
  } finally {
    await stripe.close()
  }
}

function stripeEnv(stripe: StripeStandIn): Record<string, string> {
  return {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_CONNECT_WEBHOOK_SECRET: stripe.connectWebhookSecret,
    STRIPE_API_URL: stripe.origin,
  }
}

/** Delivers an event; answers our server's HTTP status. */
export async function deliver(
  url: string,
  { body, headers }: { body: Buffer; headers: Record<string, string> },
): Promise<number> {
  const answer = await fetch(`${url}/api/v1/payment/webhook/stripe`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Delivers each event ten times at once, alternating between the processes. */
export async function deliverTenfold(
  urls: readonly string[],
  stripe: StripeStandIn,
  events: readonly StripeEvent[],
): Promise<void> {
  const answers = await Promise.all(
    events.flatMap((event) =>
      Array.from({ length: 10 }, (_, at) =>
        deliver(urls[at % urls.length] ?? '', stripe.sign(event)),
      ),
    ),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
}

export async function stateOfPayment(world: World, sessionId: string): Promise<string | undefined> {
  const { rows } = await world.database.pool.query<{ state: string }>(
    'select state from payments where session_id = $1',
    [sessionId],
  )
  return rows[0]?.state
}

export async function untilPayment(world: World, sessionId: string, state: string): Promise<void> {
  await expect
    .poll(() => stateOfPayment(world, sessionId), { timeout: 60_000, interval: 20 })
    .toBe(state)
}
