import type { OwnWorkflowRow } from '@vignette/contract/own-workflows.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payments } from '../../src/schema/payments.ts'
import { DRAW, ended, openCheckout, pay, publish, remix } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const vendorAt = (cents: number) =>
  Object.assign(createScriptedProvider({ start: () => picture(), cents }), {
    id: 'vendor',
    costsOperator: true,
    forEveryCreator: false,
  })

/** Two starts of one installation: the vendor has raised its price in between. */
let before: TestApp
let after: TestApp
beforeAll(async () => {
  before = await startTestApp({ env: UNLIMITED_RATES, providers: [vendorAt(4)], worker: false })
  after = await startTestApp({
    env: { ...UNLIMITED_RATES, SECRET: before.ctx.config.secret[0] },
    providers: [vendorAt(9)],
    beside: before,
  })
})
afterAll(async () => {
  await after.close()
  await before.close()
})

test('a recipe whose vendor became dearer is not sold, says so before a buyer pays, and tells its creator what a run costs', async () => {
  const creator = new Visitor(before.url)
  await creator.call('GET', `/users/${creator.anonymousId}`)
  await approve(before.ctx, creator.anonymousId)
  const steps = [{ ...DRAW, provider: 'vendor' }]
  const { id } = await publish(creator, { steps, price: 300, cost: 4 })
  const early = new Visitor(before.url)
  const session = await pay(early, id)

  const fan = new Visitor(after.url)
  const seen = await fan.call<WorkflowView>('GET', `/workflows/${id}`)
  expect(seen.body.not_for_sale).toBe(
    'A remix costs more than it did, so no new remix starts. Its creator can publish a new version.',
  )
  const known = await before.ctx.db.$count(payments)
  const tries = await Promise.all(Array.from({ length: 10 }, () => openCheckout(fan, id)))
  expect(tries.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
    tries.map(() => `409 ${seen.body.not_for_sale}`),
  )
  expect(await before.ctx.db.$count(payments)).toBe(known)

  const words =
    'A remix may cost $0.09 now, more than the $0.04 that this version declares, so no new remix starts. Publish a new version with that cost.'
  const owner = creator.at(after.url)
  const own = await owner.call<WorkflowView>('GET', `/workflows/${id}`)
  expect(own.body.not_for_sale).toBe(words)
  const { body } = await owner.call<{ workflows: OwnWorkflowRow[] }>('GET', '/workflows/mine')
  expect(body.workflows).toMatchObject([{ id, unavailable: words }])

  // What was authorised before may run: it is charged nothing where it fails.
  const buyer = early.at(after.url)
  const started = await remix(buyer, id, { session_id: session })
  expect(started.status).toBe(200)
  expect(await ended(buyer, started.body.job_id)).toMatchObject({
    status: 'FAILED',
    error: { code: 'cost_exceeded' },
  })
})
