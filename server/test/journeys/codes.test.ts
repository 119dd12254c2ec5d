import type { CodeView } from '@vignette/contract/codes.ts'
import type { SaleView } from '@vignette/contract/sales.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performCapture } from '../../src/features/payments/capture/capture.ts'
import { performRelease } from '../../src/features/payments/capture/release-payment.ts'
import { refundPayment } from '../../src/features/payments/index.ts'
import { performRefund } from '../../src/features/payments/refunds/perform-refund.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { payments } from '../../src/schema/payments.ts'
import { ended, enterCard, openCheckout, publish, receiptOf, remix } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
const clock = shiftClock()
let creator: Browser
let recipe: WorkflowView
beforeAll(async () => {
  const provider = createScriptedProvider({
    start: async (call) => {
      if (!call.prompt?.includes('nothing')) return picture()
      throw new ProviderError('params_invalid', 'Nothing to draw.', { retryable: false })
    },
  })
  app = await startTestApp({ providers: [provider], env: UNLIMITED_RATES, change: clock.change })
  creator = new Browser(app.url)
  await signIn(creator, 'codes@example.com')
  recipe = await publish(creator, { price: 450 })
})
afterAll(() => app.close())

interface Refusal {
  code: string
  error: string
}

let made = 0
const nextCode = () => `CODE${++made}`

async function make(wish: object): Promise<CodeView> {
  const { status, body } = await creator.json<CodeView & Refusal>('/codes', {
    body: { code: nextCode(), ...wish },
  })
  expect(body).not.toHaveProperty('error')
  expect(status).toBe(201)
  return body
}

async function read(id: string): Promise<CodeView | undefined> {
  const { body } = await creator.json<{ codes: CodeView[] }>('/codes?limit=48')
  return body.codes.find((one) => one.id === id)
}

const newBuyer = () => new Visitor(app.url)

const checkout = (buyer: Visitor, code: string, more: object = {}) =>
  openCheckout(buyer, recipe.id, { user_inputs: { wish: 'boat' }, code, ...more })

async function paymentOf(sessionId: string) {
  const [row] = await app.ctx.db.select().from(payments).where(eq(payments.sessionId, sessionId))
  if (!row) throw new Error('no such payment')
  return row
}

/** Buys a run with a code to its capture. */
async function buy(buyer: Visitor, code: string) {
  const opened = await checkout(buyer, code)
  await enterCard(opened.body.url)
  const started = await remix(buyer, recipe.id, { session_id: opened.body.session_id })
  const job = await ended(buyer, started.body.job_id)
  await performCapture(app.ctx, (await paymentOf(opened.body.session_id)).id)
  return { payment: await paymentOf(opened.body.session_id), creationId: job.result.id }
}

const quote = (code: string, by = newBuyer()) =>
  by.call<{ price: number; why: string } & Refusal>('POST', `/workflows/${recipe.id}/price`, {
    code,
  })

const runFree = (buyer: Visitor, code: string, wish = 'boat') =>
  buyer.call<{ job_id: string } & Refusal>('POST', `/workflows/${recipe.id}/creations`, {
    user_id: buyer.anonymousId,
    user_inputs: { wish },
    code,
  })

test('a code lowers the charge, and the creator gets the share of the lower charge', async () => {
  const code = await make({ kind: 'percent', value: 20, total: 5 })
  const told = await quote(code.code.toLowerCase())
  expect(told.body).toMatchObject({
    price: 360,
    why: `Code ${code.code}: 20% off the full price of $4.50.`,
  })
  const buyer = newBuyer()
  const { payment, creationId } = await buy(buyer, code.code)
  expect(payment).toMatchObject({ amount: 360, fullPrice: 450, captured: 360, codeId: code.id })
  expect(await receiptOf(buyer, creationId)).toMatchObject({ amount: 360, creator_share: 252 })
  expect(await read(code.id)).toMatchObject({ state: 'active', uses: 1, paid: 360, earned: 252 })
  const sales = await creator.json<{ sales: SaleView[] }>(`/sales?workflow_id=${recipe.id}`)
  expect(sales.body.sales[0]).toMatchObject({
    id: payment.id,
    price: 360,
    full_price: 450,
    code: code.code,
    source: 'direct',
  })
  const csv = await (await creator.fetch('/api/v1/sales.csv')).text()
  expect(csv).toContain(`,UTC,${code.code},4.50,Directly\r\n`)
  const refund = await refundPayment(app.ctx, {
    paymentId: payment.id,
    amount: 100,
    reason: 'kind',
  })
  await performRefund(app.ctx, refund.id)
  expect(await read(code.id)).toMatchObject({ uses: 1, paid: 260, earned: 182 })
  const used = `You have used the code ${code.code} already.`
  const again = await checkout(buyer, code.code)
  expect([again.status, again.body.error]).toEqual([409, used])
  expect((await quote(code.code, buyer)).body.error).toBe(used)
  expect((await quote(code.code)).body.price).toBe(360)
})

test('an amount goes down to the lowest price at most', async () => {
  const code = await make({ kind: 'amount', value: 400 })
  expect((await quote(code.code)).body).toMatchObject({
    price: 111,
    why: `Code ${code.code}: $4.00 off the full price of $4.50, down to the lowest price here.`,
  })
})

test('of ten buyers at once one gets the last use, and an ended checkout gives it back', async () => {
  const code = await make({ kind: 'percent', value: 50, total: 1 })
  const tries = await Promise.all(Array.from({ length: 10 }, () => checkout(newBuyer(), code.code)))
  const won = tries.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  const lost = tries.find(({ status }) => status !== 200)
  expect(lost?.body.error).toBe(heldWords(code.code))
  expect(await read(code.id)).toMatchObject({ state: 'active', uses: 0 })
  const held = await paymentOf(won[0]?.body.session_id ?? '')
  await performRelease(app.ctx, held.id, { unlessPaid: true })
  expect((await paymentOf(held.sessionId ?? '')).state).toBe('expired')
  expect(await read(code.id)).toMatchObject({ state: 'active', uses: 0 })
  expect((await checkout(newBuyer(), code.code)).status).toBe(200)
})

const heldWords = (code: string) =>
  `What is left of the code ${code} is held by buyers who are paying. Please try again in ten minutes.`
const ELEVEN_MINUTES = 11 / 60

test('an unpaid checkout holds a use against others for ten minutes', async () => {
  const code = await make({ kind: 'percent', value: 50, total: 2 })
  const slow = [newBuyer(), newBuyer()]
  const opened = await Promise.all(slow.map((buyer) => checkout(buyer, code.code)))
  expect((await checkout(newBuyer(), code.code)).body.error).toBe(heldWords(code.code))
  expect((await quote(code.code)).body.error).toBe(heldWords(code.code))
  clock.hours += ELEVEN_MINUTES
  expect((await quote(code.code)).body).toMatchObject({ price: 225 })
  const tries = await Promise.all(Array.from({ length: 10 }, () => checkout(newBuyer(), code.code)))
  const won = tries.filter(({ status }) => status === 200).length
  expect(won).toBeGreaterThan(0)
  expect(won).toBeLessThanOrEqual(2)
  const ended = await Promise.all(
    opened.map(async ({ body }) => (await paymentOf(body.session_id)).state),
  )
  expect(ended.filter((state) => state === 'expired').length).toBeGreaterThanOrEqual(won)
})

test('a slow buyer pays with a code that nobody else wants, and one who has paid keeps the use', async () => {
  const code = await make({ kind: 'percent', value: 50, total: 1 })
  const slow = newBuyer()
  const { body } = await checkout(slow, code.code)
  clock.hours += ELEVEN_MINUTES
  await enterCard(body.url)
  expect((await checkout(newBuyer(), code.code)).body.error).toBe(
    `The code ${code.code} is used up.`,
  )
  expect(await read(code.id)).toMatchObject({ state: 'used_up', uses: 1 })
  const started = await remix(slow, recipe.id, { session_id: body.session_id })
  expect(await ended(slow, started.body.job_id)).toMatchObject({ status: 'COMPLETED' })
})

test('a buyer who comes back from the checkout begins another checkout with the same code', async () => {
  const code = await make({ kind: 'percent', value: 50, total: 1 })
  const buyer = newBuyer()
  const first = await checkout(buyer, code.code)
  clock.hours += ELEVEN_MINUTES
  expect((await quote(code.code, buyer)).body.price).toBe(225)
  const second = await checkout(buyer, code.code)
  expect(second.status).toBe(200)
  expect((await paymentOf(first.body.session_id)).state).toBe('expired')
  // Of two checkouts at once, at most one keeps the last use: the later one ends the earlier.
  const both = await Promise.all([checkout(buyer, code.code), checkout(buyer, code.code)])
  const opened = both.filter(({ status }) => status === 200)
  const states = await Promise.all(
    opened.map(async ({ body }) => (await paymentOf(body.session_id)).state),
  )
  expect(states.filter((state) => state === 'created').length).toBeLessThanOrEqual(1)
})

test('of ten buyers at once one gets the last free run, and a failed run gives it back', async () => {
  const code = await make({ kind: 'free', total: 1 })
  const failing = newBuyer()
  const failed = await runFree(failing, code.code, 'nothing')
  expect((await ended(failing, failed.body.job_id)).status).toBe('FAILED')
  expect(await read(code.id)).toMatchObject({ uses: 0, state: 'active' })
  const tries = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const buyer = newBuyer()
      return { buyer, answer: await runFree(buyer, code.code) }
    }),
  )
  const won = tries.filter(({ answer }) => answer.status === 200)
  expect(won).toHaveLength(1)
  const lost = tries.find(({ answer }) => answer.status !== 200)
  expect([lost?.answer.status, lost?.answer.body.error]).toEqual([
    402,
    `The code ${code.code} is used up.`,
  ])
  const [winner] = won
  if (!winner) throw new Error('nobody won')
  const job = await ended(winner.buyer, winner.answer.body.job_id)
  expect(job.status).toBe('COMPLETED')
  expect(await receiptOf(winner.buyer, job.result.id)).toBeNull()
  expect(await read(code.id)).toMatchObject({ uses: 1, state: 'used_up', paid: 0, earned: 0 })
})

test('codes do not stack with a launch price', async () => {
  const until = new Date(app.ctx.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  await creator.json(`/workflows/${recipe.id}/launch`, {
    method: 'PUT',
    body: { price: 300, until },
  })
  const [small, large] = [
    await make({ kind: 'percent', value: 10 }),
    await make({ kind: 'percent', value: 50 }),
  ]
  expect((await quote(small.code)).body.error).toBe(
    `The code ${small.code} changes nothing here: the launch price is no higher ($3.00).`,
  )
  expect((await quote(large.code)).body.price).toBe(225)
  await creator.json(`/workflows/${recipe.id}/launch`, { method: 'DELETE' })
})

test('a code holds only for its recipes, in its days, and while it is active', async () => {
  const other = await publish(creator, { price: 300 })
  const elsewhere = await make({ kind: 'percent', value: 20, workflow_ids: [other.id] })
  expect((await quote(elsewhere.code)).body.error).toBe(
    `There is no code ${elsewhere.code} for this recipe.`,
  )
  const draft = await make({ kind: 'percent', value: 20, state: 'draft' })
  expect((await quote(draft.code)).status).toBe(409)
  const change = (id: string, state: string) =>
    creator.json<CodeView>(`/codes/${id}/state`, { method: 'PUT', body: { state } })
  expect((await change(draft.id, 'active')).body.state).toBe('active')
  expect((await quote(draft.code)).status).toBe(200)
  await change(draft.id, 'stopped')
  expect((await quote(draft.code)).body.error).toContain('was stopped by its creator')
  const today = app.ctx.clock.now().toISOString().slice(0, 10)
  const short = await make({ kind: 'percent', value: 20, until: today })
  expect((await quote(short.code)).status).toBe(200)
  clock.hours += 24
  expect((await quote(short.code)).body.error).toContain('has ended')
  expect((await read(short.id))?.state).toBe('ended')
  clock.hours = 0
})

test('an invalid code is refused with its reason', async () => {
  const costly = { kind: 'free' }
  const reasons = await Promise.all(
    [
      costly,
      { kind: 'percent' },
      { kind: 'percent', value: 91 },
      { kind: 'free', value: 3, total: 2 },
      { kind: 'amount', value: 100, from: '2026-12-02', until: '2026-12-01' },
    ].map((wish) => creator.json<Refusal>('/codes', { body: { code: nextCode(), ...wish } })),
  )
  expect(reasons.map(({ status, body }) => `${status} ${body.error}`)).toEqual([
    '400 total is needed for free remixes.',
    '400 value is needed.',
    '400 value must be at most 90 percent.',
    '400 value is not needed for free remixes.',
    '400 until must not be before the first day.',
  ])
  const code = await make({ kind: 'percent', value: 20 })
  const twice = await creator.json<Refusal>('/codes', {
    body: { code: code.code.toLowerCase(), kind: 'percent', value: 10 },
  })
  expect([twice.status, twice.body.error]).toEqual([409, `You have a code ${code.code} already.`])
})
