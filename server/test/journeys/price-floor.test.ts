import { CARD_FEE } from '@vignette/contract/price-floor.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCheckout, tryPublish } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let creator: Visitor
let fan: Visitor
beforeAll(async () => {
  app = await startTestApp({
    worker: false,
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  creator = new Visitor(app.url)
  fan = new Visitor(app.url)
})
afterAll(() => app.close())

const publish = (price: number) => tryPublish(creator, { price })

const checkout = (workflowId: string) => openCheckout(fan, workflowId)

test('a price below the lowest price is refused with a sentence that names it', async () => {
  const { status, body } = await publish(110)
  expect([status, body.code, body.error]).toEqual([
    400,
    'invalid_recipe',
    'price must be at least 111 cents ($1.11), so that the platform’s share covers the card fee',
  ])
  expect((await publish(111)).status).toBe(201)
  expect((await publish(0)).status).toBe(201)
})

test('an older recipe below the lowest price stays visible, cannot be bought, and its creator is told', async () => {
  app.ctx.gateway.fee = { basisPoints: 0, fixedCents: 0 }
  const { body: old } = await publish(50)
  app.ctx.gateway.fee = CARD_FEE
  const seen = await fan.call<WorkflowView>('GET', `/workflows/${old.id}`)
  expect([seen.status, seen.body.price]).toEqual([200, 50])
  expect(seen.body.not_for_sale).toBe(
    'The price of $0.50 does not cover the card fee and what a remix costs, so it cannot be bought now. The lowest price here is $1.11. Its creator can raise it.',
  )
  const refused = await checkout(old.id)
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'payment_state',
    seen.body.not_for_sale,
  ])
  const own = await creator.call<WorkflowView>('GET', `/workflows/${old.id}`)
  expect(own.body.not_for_sale).toContain('Publish a new version with a higher one.')
})
