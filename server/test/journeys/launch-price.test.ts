import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { performCapture } from '../../src/features/payments/capture/capture.ts'
import { payments } from '../../src/schema/payments.ts'
import { ended, enterCard, openCheckout, receiptOf, recipeFor, remix } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { buyProof, look } from '../support/money/proof-desk.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
const clock = shiftClock()
let creator: Visitor
let buyer: Visitor
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: UNLIMITED_RATES,
    change: clock.change,
  })
})
afterAll(() => app.close())
beforeEach(() => {
  clock.hours = 0
  creator = new Visitor(app.url)
  buyer = new Visitor(app.url)
})

interface Refusal {
  code: string
  error: string
}

/** The day (UTC) that is `days` days after the server's today. */
const dayAfter = (days: number) =>
  new Date(app.ctx.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

async function publish(price = 450, more: object = {}): Promise<string> {
  const { status, body } = await creator.call<WorkflowView>('POST', '/workflows', {
    ...recipeFor(creator.anonymousId, { price }),
    ...more,
  })
  expect(status).toBe(201)
  return body.id
}

const reprice = (id: string, price: number) =>
  creator.call<WorkflowView>('PUT', `/workflows/${id}`, recipeFor(creator.anonymousId, { price }))

const launch = (id: string, price: number, until = dayAfter(7), by = creator) =>
  by.call<WorkflowView & Refusal>('PUT', `/workflows/${id}/launch`, { price, until })

const view = async (id: string, by = buyer) =>
  (await by.call<WorkflowView>('GET', `/workflows/${id}`)).body

const checkout = (id: string, more: object = {}) => openCheckout(buyer, id, more)

/** Captures the session's payment and answers its row. */
async function captured(sessionId: string) {
  const find = () => app.ctx.db.select().from(payments).where(eq(payments.sessionId, sessionId))
  await performCapture(app.ctx, (await find())[0]?.id ?? '')
  return (await find())[0]
}

test('a launch price is shown beside the full price and the lowest of 30 days, and charged', async () => {
  const id = await publish()
  expect((await launch(id, 300)).body.launch).toEqual({
    price: 300,
    until: dayAfter(7),
    lowest_30d: 450,
    words: expect.stringContaining('then $4.50.'),
  })
  expect(await view(id)).toMatchObject({ price: 450, launch: { price: 300, lowest_30d: 450 } })
  const found = await buyer.call<{ workflows: WorkflowView[] }>(
    'GET',
    `/workflows?creator=${(await view(id)).user_id}`,
  )
  expect(found.body.workflows[0]?.launch?.price).toBe(300)

  const opened = await checkout(id, { price: 300, user_inputs: { wish: 'boat' } })
  const page = await (await fetch(opened.body.url)).text()
  expect(page).toContain('Pay $3.00')
  expect(page).toContain('then $4.50. The lowest price of the 30 days before was $4.50.')
  await enterCard(opened.body.url)
  const started = await remix(buyer, id, { session_id: opened.body.session_id })
  expect(started.status).toBe(200)
  const job = await ended(buyer, started.body.job_id)
  await captured(opened.body.session_id)
  const receipt = await receiptOf(buyer, job.result.id)
  expect(receipt).toMatchObject({ amount: 300, state: 'captured', creator_share: 210 })
})

test('a launch price ends by itself, and an authorisation from before its end still runs at that price', async () => {
  const id = await publish()
  await launch(id, 300, dayAfter(0))
  const opened = await checkout(id)
  await enterCard(opened.body.url)
  clock.hours = 24
  expect(await view(id)).not.toHaveProperty('launch')
  const started = await remix(buyer, id, { session_id: opened.body.session_id })
  expect(started.status).toBe(200)
  await ended(buyer, started.body.job_id)
  const paid = await captured(opened.body.session_id)
  expect(paid).toMatchObject({ amount: 300, fullPrice: 450, captured: 300 })
  const later = await checkout(id)
  const page = await (await fetch(later.body.url)).text()
  expect(page).toContain('Pay $4.50')
  expect(page).not.toContain('Launch price')
})

test('a checkout at another price than the buyer was shown is refused', async () => {
  const id = await publish()
  await launch(id, 300)
  const stale = await checkout(id, { price: 450 })
  expect([stale.status, stale.body.code, stale.body.error]).toEqual([
    409,
    'payment_state',
    'This recipe costs $3.00 a remix now.',
  ])
  expect((await checkout(id, { price: 300 })).status).toBe(200)
})

test('the lowest price of 30 days tells of earlier versions and launch prices, and forgets them after', async () => {
  const id = await publish(250)
  await reprice(id, 900)
  expect((await launch(id, 600)).body.launch?.lowest_30d).toBe(250)
  clock.hours = 31 * 24
  // Version 1 is long past; the launch price of 600 ended 23 days ago.
  expect((await launch(id, 700)).body.launch?.lowest_30d).toBe(600)
  expect(
    (await creator.call<WorkflowView>('DELETE', `/workflows/${id}/launch`)).body,
  ).toMatchObject({ price: 900 })
  clock.hours = 70 * 24
  expect((await launch(id, 800)).body.launch?.lowest_30d).toBe(900)
})

test('a launch price that its creator ends is gone at once; ending it a second time changes nothing', async () => {
  const id = await publish()
  await launch(id, 300)
  const end = () => creator.call<WorkflowView>('DELETE', `/workflows/${id}/launch`)
  expect((await end()).body).not.toHaveProperty('launch')
  expect((await end()).status).toBe(200)
  expect(await view(id)).not.toHaveProperty('launch')
})

test('an impossible launch price or day is refused with the reason', async () => {
  const id = await publish()
  const reasons = await Promise.all([
    launch(id, 450),
    launch(id, 100),
    launch(id, 300, dayAfter(-1)),
    launch(id, 300, dayAfter(90)),
    launch(await publish(0), 50),
  ])
  expect(reasons.map(({ status, body }) => `${status} ${body.error}`)).toEqual([
    '400 price must be below the full price of $4.50.',
    '400 price must be at least 111 cents ($1.11), so that the platform’s share covers the card fee.',
    '400 until must be today (UTC) or later.',
    '400 until must be within 90 days.',
    '400 price is not needed: the recipe is free.',
  ])
  expect((await launch(id, 300, dayAfter(1), buyer)).status).toBe(403)
})

test('a new version keeps a launch price below its own price, and ends any other', async () => {
  const id = await publish()
  await launch(id, 300)
  expect((await reprice(id, 600)).body.launch).toMatchObject({ price: 300 })
  expect((await reprice(id, 250)).body).not.toHaveProperty('launch')
  expect((await reprice(id, 0)).status).toBe(200)
})

test('of ten launch prices set at once one holds, and the lowest price of 30 days is no higher', async () => {
  const id = await publish()
  const set = await Promise.all(Array.from({ length: 10 }, (_, i) => launch(id, 200 + i)))
  expect(set.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  const now = await view(id)
  expect(now.launch?.price).toBeGreaterThanOrEqual(200)
  await creator.call('DELETE', `/workflows/${id}/launch`)
  clock.hours = 1
  expect((await launch(id, 300)).body.launch?.lowest_30d).toBeLessThanOrEqual(
    now.launch?.price ?? 0,
  )
})

test('a proof tells what keeping it charges, and is kept at that price', async () => {
  const id = await publish(450, { proof: { draws: 1 } })
  await launch(id, 300)
  const proof = await buyProof(app, id, buyer)
  expect((await look(proof)).body.proof?.price).toBe(300)
  await creator.call('DELETE', `/workflows/${id}/launch`)
  expect((await buyer.call('POST', `/creations/${proof.id}/keep`)).status).toBe(200)
  expect(await receiptOf(buyer, proof.id)).toMatchObject({ amount: 300, creator_share: 210 })
})
