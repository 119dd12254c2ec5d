import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { workflows } from '../../src/schema/workflows.ts'
import {
  charged,
  ended,
  enterCard,
  openCheckout,
  receiptOf,
  recipeFor,
  remix,
  sessionOf,
  tryPublish,
} from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let running: TestApp

/** The provider fails the next calls with these errors, and draws afterwards. */
const mishaps: Error[] = []

beforeAll(async () => {
  const provider = createScriptedProvider({
    start: async () => {
      const mishap = mishaps.shift()
      if (mishap) throw mishap
      return picture()
    },
  })
  running = await startTestApp({ providers: [provider], env: UNLIMITED_RATES })
})
afterAll(() => running.close())

async function publish(price = 300) {
  const creator = new Visitor(running.url)
  const answer = await tryPublish(creator, { price })
  expect(answer.status).toBe(201)
  return { creator, id: answer.body.id }
}

const checkout = (buyer: Visitor, workflowId: string) =>
  openCheckout(buyer, workflowId, { user_inputs: { wish: 'boat' }, public: true })

/** A buyer who has paid and returns with the session id in the address. */
async function pay(workflowId: string) {
  const buyer = new Visitor(running.url)
  const opened = await checkout(buyer, workflowId)
  expect(opened.status).toBe(200)
  const back = (await enterCard(opened.body.url)).headers.get('location') ?? ''
  const sessionId = new URL(back).searchParams.get('session_id') ?? ''
  expect(sessionId).toBe(opened.body.session_id)
  return { buyer, sessionId }
}

test('a priced recipe answers 402 with its price to a visitor without a payment', async () => {
  const { id } = await publish()
  expect(await remix(new Visitor(running.url), id)).toMatchObject({
    status: 402,
    body: {
      code: 'payment_required',
      error: 'This recipe costs $3.00 a remix. Please pay for it first.',
    },
  })
})

test('a run that fails and is tried again is charged once, when the creation is delivered', async () => {
  const { id } = await publish()
  const { buyer, sessionId } = await pay(id)
  mishaps.push(new ProviderError('invalid', 'The picture came out empty.', { retryable: false }))
  const failed = await ended(buyer, (await remix(buyer, id, { session_id: sessionId })).body.job_id)
  expect(failed).toMatchObject({ status: 'FAILED' })
  expect((await sessionOf(buyer, sessionId)).body).toMatchObject({
    payment_status: 'paid',
    status: 'authorized',
    job_id: null,
    payment: { next: expect.stringContaining('$3.00 is authorised and not charged') },
  })
  const done = await ended(buyer, (await remix(buyer, id, { session_id: sessionId })).body.job_id)
  expect(done.status).toBe('COMPLETED')
  await charged(buyer, done.result.id)
  expect(await receiptOf(buyer, done.result.id)).toMatchObject({
    amount: 300,
    creator_share: 210,
    platform_share: 90,
    workflow_version: 1,
    next: '$3.00 was charged. There are no further charges.',
  })
  expect(await remix(buyer, id, { session_id: sessionId })).toMatchObject({
    status: 402,
    body: { error: 'This payment has already paid for a creation. Please pay for another remix.' },
  })
})

test('a paid run costs the price that was paid, although the price has risen', async () => {
  const { id, creator } = await publish(300)
  const { buyer, sessionId } = await pay(id)
  const dearer = await creator.call(
    'PUT',
    `/workflows/${id}`,
    recipeFor(creator.anonymousId, { price: 500 }),
  )
  expect(dearer.status).toBe(200)
  const started = await remix(buyer, id, { session_id: sessionId })
  expect(started.status).toBe(200)
  const done = await ended(buyer, started.body.job_id)
  expect(await receiptOf(buyer, done.result.id)).toMatchObject({ amount: 300, workflow_version: 1 })
  expect((await remix(new Visitor(running.url), id)).body.error).toContain('costs $5.00 a remix')
})

test('a paid run starts although the recipe was deleted; a visitor without a payment gets 404', async () => {
  const { id, creator } = await publish()
  const { buyer, sessionId } = await pay(id)
  expect((await creator.call('DELETE', `/workflows/${id}`)).status).toBe(200)
  expect((await checkout(new Visitor(running.url), id)).status).toBe(404)
  expect((await remix(new Visitor(running.url), id)).status).toBe(404)
  const done = await ended(buyer, (await remix(buyer, id, { session_id: sessionId })).body.job_id)
  expect(done.status).toBe('COMPLETED')
})

test('a withdrawn recipe is shown to its buyers only', async () => {
  const { id, creator } = await publish()
  const { buyer } = await pay(id)
  const view = (actor: Visitor) =>
    actor.call<{ price: number; unavailable: string | null }>('GET', `/workflows/${id}`)
  await creator.call('PUT', `/workflows/${id}`, recipeFor(creator.anonymousId, { price: 500 }))
  expect((await creator.call('DELETE', `/workflows/${id}`)).status).toBe(200)
  expect((await view(new Visitor(running.url))).status).toBe(404)
  expect(await view(buyer)).toMatchObject({
    status: 200,
    body: { price: 300, version: 1, unavailable: null, withdrawn: true },
  })
  const { job_id } = (await remix(buyer, id)).body
  // The recipe is also shown while the run is under way.
  expect((await view(buyer)).status).toBe(200)
  expect((await ended(buyer, job_id)).status).toBe('COMPLETED')
  await expect.poll(async () => (await view(buyer)).status).toBe(404)
})

test('the buyer of a recipe taken down meanwhile is told, and the payment is released', async () => {
  const { id } = await publish()
  const { buyer, sessionId } = await pay(id)
  await running.ctx.db.update(workflows).set({ hiddenAt: new Date() }).where(eq(workflows.id, id))
  const words = 'This recipe was taken down. Nothing was charged: release your payment.'
  expect(await buyer.call('GET', `/workflows/${id}`)).toMatchObject({
    status: 200,
    body: { unavailable: words, description: '', sample: null },
  })
  expect(await remix(buyer, id, { session_id: sessionId })).toMatchObject({
    status: 410,
    body: { error: words },
  })
  const { payment } = (await sessionOf(buyer, sessionId)).body
  expect((await buyer.call('POST', `/payment/${payment.id}/release`)).status).toBe(200)
  expect((await buyer.call('GET', `/workflows/${id}`)).status).toBe(404)
})

test("a payment belongs to its buyer: another visitor's session id shows and runs nothing", async () => {
  const { id } = await publish()
  const { buyer, sessionId } = await pay(id)
  const { buyer: thief } = await pay((await publish()).id)
  expect((await sessionOf(thief, sessionId)).status).toBe(404)
  expect(await remix(thief, id, { session_id: sessionId })).toMatchObject({
    status: 402,
    body: { error: 'This recipe costs $3.00 a remix. Please pay for it first.' },
  })
  const { payment } = (await sessionOf(buyer, sessionId)).body
  expect((await thief.call('POST', `/payment/${payment.id}/release`)).status).toBe(404)
  const other = await publish()
  expect(await remix(buyer, other.id, { session_id: sessionId })).toMatchObject({
    status: 402,
    body: { error: 'This payment is for another recipe.' },
  })
})

test('of ten returns with one payment one runs and nine are refused with the reason', async () => {
  const { id } = await publish()
  const { buyer, sessionId } = await pay(id)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => remix(buyer, id, { session_id: sessionId })),
  )
  const started = answers.filter(({ status }) => status === 200)
  expect(started).toHaveLength(1)
  for (const { status, body } of answers) {
    if (status !== 200)
      expect([status, body.error]).toEqual([402, expect.stringMatching(/already/)])
  }
  // The session names the run that has the payment, so that a second tab can follow the run.
  expect((await sessionOf(buyer, sessionId)).body.job_id).toBe(started[0]?.body.job_id)
})

test('two checkouts of two tabs may both be paid and run; a third is not opened', async () => {
  const { id } = await publish()
  const buyer = new Visitor(running.url)
  const tabs = [await checkout(buyer, id), await checkout(buyer, id)]
  for (const tab of tabs) expect((await enterCard(tab.body.url)).status).toBe(303)
  expect(await checkout(buyer, id)).toMatchObject({
    status: 409,
    body: {
      error:
        'You have already authorised $3.00 for this recipe. Continue with it, or release it first.',
    },
  })
  const runs = await Promise.all(
    tabs.map((tab) => remix(buyer, id, { session_id: tab.body.session_id })),
  )
  expect(runs.map(({ status }) => status)).toEqual([200, 200])
  expect((await remix(buyer, id)).status).toBe(402)
})

test('a browser that lost its inputs gets them back, and continues without a session id', async () => {
  const { id } = await publish()
  const { buyer, sessionId } = await pay(id)
  const { body } = await sessionOf(buyer, sessionId)
  expect(body).toMatchObject({ user_inputs: { wish: 'boat' }, public: true })
  const open = await buyer.call('GET', `/payment/open?workflow_id=${id}`)
  expect(open.body).toMatchObject({
    session_id: sessionId,
    user_inputs: { wish: 'boat' },
    public: true,
    payment: { state: 'authorized', amount: 300 },
  })
  expect((await remix(buyer, id, { user_inputs: body.user_inputs ?? {} })).status).toBe(200)
})

test('a browser that lost its cookies gets no run: nothing is charged, and the payment is released', async () => {
  const { id } = await publish()
  const { buyer, sessionId } = await pay(id)
  const stranger = new Visitor(running.url)
  expect((await sessionOf(stranger, sessionId)).status).toBe(401)
  expect((await remix(stranger, id, { session_id: sessionId })).status).toBe(402)
  // The buyer's first browser may release at once; the sweep releases after a day.
  const { payment } = (await sessionOf(buyer, sessionId)).body
  const released = await buyer.call('POST', `/payment/${payment.id}/release`)
  expect(released.body).toMatchObject({
    state: 'released',
    next: expect.stringContaining('Nothing was charged'),
  })
  expect(await remix(buyer, id, { session_id: sessionId })).toMatchObject({
    status: 402,
    body: { error: 'This payment was released and nothing was charged. Please pay again.' },
  })
})

test('an unpaid or cancelled session runs nothing', async () => {
  const { id } = await publish()
  const buyer = new Visitor(running.url)
  const { body } = await checkout(buyer, id)
  expect((await enterCard(body.url, '4000 0000 0000 0002')).status).toBe(422)
  expect((await sessionOf(buyer, body.session_id)).body.payment_status).toBe('unpaid')
  expect(await remix(buyer, id, { session_id: body.session_id })).toMatchObject({
    status: 402,
    body: { error: 'The checkout of $3.00 has not been paid yet.' },
  })
})

test('a checkout returns to our own site only, and is refused for a free recipe', async () => {
  const { id } = await publish()
  const buyer = new Visitor(running.url)
  const open = (workflowId: string, success_url: string) =>
    openCheckout(buyer, workflowId, { success_url })
  for (const url of ['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)']) {
    expect(await open(id, url)).toMatchObject({
      status: 400,
      body: { error: 'success_url must be an address of this site.' },
    })
  }
  const free = await publish(0)
  expect(await open(free.id, '/')).toMatchObject({ status: 409 })
})
