import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { document } from '../support/money/buying.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { OWN_MACHINE, startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: OWN_MACHINE,
    providers: [createScriptedProvider({ start: () => picture(), seconds: 25 })],
  })
})
afterAll(() => app.close())

const publish = (creator: TestActor, price: number) =>
  creator.call<WorkflowView & { error: string }>('POST', '/workflows', document(creator, price))

test('a newcomer publishes fourteen recipes without signing in, and Discover shows all of them', async () => {
  const creator = new TestActor(app.url)
  const made: string[] = []
  for (let at = 0; at < 14; at += 1) {
    const { status, body } = await publish(creator, 0)
    expect(status).toBe(201)
    made.push(body.id)
  }
  const fan = new TestActor(app.url)
  const { body } = await fan.call<{ workflows: { id: string }[] }>('GET', '/workflows?per_page=48')
  expect(body.workflows.map(({ id }) => id)).toEqual(made.toReversed())
})

test('a visitor begins thirty long free runs', async () => {
  const { body } = await publish(new TestActor(app.url), 0)
  const fan = new TestActor(app.url)
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
  const creator = new TestActor(app.url)
  const refused = await publish(creator, 49)
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'price must be at least 50 cents ($0.50), the least that a card is charged',
  ])
  const { body } = await publish(creator, 100)
  expect(body).not.toHaveProperty('not_for_sale')
  const checkout = await new TestActor(app.url).call('POST', '/payment/create-checkout-session', {
    workflow_id: body.id,
    success_url: `${app.url}/workflows`,
    cancel_url: `${app.url}/workflows`,
  })
  expect(checkout.status).toBe(200)
})
