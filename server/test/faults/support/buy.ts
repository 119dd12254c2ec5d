import { expect } from 'vitest'
import { type Checkout, openCheckout, sessionOf } from '../../support/acts.ts'
import type { Visitor } from '../../support/browser.ts'

export const CARD = { number: '4242424242424242', expiry: '12/34', cvc: '123' }

export async function checkOut(fan: Visitor, workflowId: string): Promise<Checkout> {
  const { status, body } = await openCheckout(fan, workflowId)
  expect(status).toBe(200)
  return body
}

/** Pays on the sandbox's checkout page; answers the id of the authorised session. */
export async function buy(fan: Visitor, workflowId: string): Promise<string> {
  const { session_id: session, url } = await checkOut(fan, workflowId)
  const paid = await fan.fetch(new URL(url).pathname, { body: CARD })
  expect(paid.status).toBe(303)
  const status = async () => (await sessionOf(fan, session)).body.payment_status
  await expect.poll(status, { timeout: 20_000 }).toBe('paid')
  return session
}
