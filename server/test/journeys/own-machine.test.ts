import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCheckout, tryPublish } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { OWN_MACHINE, startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: OWN_MACHINE,
    providers: [createScriptedProvider({ start: () => picture(), seconds: 25 })],
  })
})
afterAll(() => app.close())

const publish = (creator: Visitor, price: number) => tryPublish(creator, { price })

test('a newcomer publishes fourteen recipes without signing in, and Discover shows all of them', async () => {
  const creator = new Visitor(app.url)
  const made: string[] = []
  for (let at = 0; at < 14; at += 1) {
    const { status, body } = await publish(creator, 0)
    expect(status).toBe(201)
    made.push(body.id)
  }
  const fan = new Visitor(app.url)
  const { body } = await fan.call<{ workflows: { id: string }[] }>('GET', '/workflows?per_page=48')
  expect(body.workflows.map(({ id }) => id)).toEqual(made.toReversed())
})

test('a visitor begins thirty long free runs', async () => {
  const { body } = await publish(new Visitor(app.url), 0)
  const fan = new Visitor(app.url)
  const statuses: number[] = []
  for (let at = 0; at < 30; at += 1) {
    const { status } = await fan.call('POST', `/workflows/${body.id}/creations`, {
      user_inputs: { wish: 'boat' },
    })
    statuses.push(status)
  }
  expect(statuses).toEqual(Array.from({ length: 30 }, () => 200))
})

test('a price below the price floor is sold, and 49 cents are refused with the reason', async () => {
  const creator = new Visitor(app.url)
  const refused = await publish(creator, 49)
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'price must be at least 50 cents ($0.50), the least that a card is charged',
  ])
  const { body } = await publish(creator, 100)
  expect(body).not.toHaveProperty('not_for_sale')
  const checkout = await openCheckout(new Visitor(app.url), body.id)
  expect(checkout.status).toBe(200)
})
