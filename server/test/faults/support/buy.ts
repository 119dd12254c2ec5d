import { expect } from 'vitest'
import type { TestActor } from '../../support/test-actor.ts'

export const CARD = { number: '4242424242424242', expiry: '12/34', cvc: '123' }

/** Opens a checkout; answers the session's id and the address of the checkout page. */
export async function openCheckout(
  fan: TestActor,
  workflowId: string,
): Promise<{ session_id: string; url: string }> {
  const { status, body } = await fan.call<{ session_id: string; url: string }>(
    'POST',
    '/payment/create-checkout-session',
    {
      workflow_id: workflowId,
      user_id: fan.anonymousId,
      success_url: `/workflows/${workflowId}/remix?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `/workflows/${workflowId}/remix?canceled=true`,
    },
  )
  expect(status).toBe(200)
  return body
}

/** Pays on the sandbox's checkout page; answers the id of the authorised session. */
export async function buy(fan: TestActor, workflowId: string): Promise<string> {
  const { session_id: session, url } = await openCheckout(fan, workflowId)
  const paid = await fan.fetch('POST', new URL(url).pathname, CARD)
  expect(paid.status).toBe(303)
  const status = async () =>
    (await fan.call<{ payment_status: string }>('GET', `/payment/session/${session}`)).body
      .payment_status
  await expect.poll(status, { timeout: 20_000 }).toBe('paid')
  return session
}
