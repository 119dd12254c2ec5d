import type { PaymentCase } from '@vignette/contract/cases.ts'
import type { CreationView } from '@vignette/contract/creations.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import type { WorkflowRun } from '@vignette/contract/own-workflows.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { recountPopularity, recountTrending } from '../../src/features/creations/popularity.ts'
import { listAccountTotals } from '../../src/features/ledger/list-account-totals.ts'
import { markLikeness } from '../../src/features/payments/mark-likeness.ts'
import { reconcile } from '../../src/features/payments/reconcile/reconcile.ts'
import { refundPayment } from '../../src/features/payments/refunds/request-refund.ts'
import { countActions } from '../../src/features/studio/figures.ts'
import { creations } from '../../src/schema/creations.ts'
import { notices } from '../../src/schema/notices.ts'
import { payments } from '../../src/schema/payments.ts'
import { workflows } from '../../src/schema/workflows.ts'
import {
  buy,
  ended,
  enterCard,
  openCheckout,
  pay,
  publish,
  remix,
  remixNow,
} from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
afterEach(() => app.close())

/** A creator without an account, with a recipe of $3.00 whose runs cost the given cents. */
async function open(cents: number, env: Record<string, string> = {}) {
  const provider = createScriptedProvider({ start: () => picture(), cents })
  app = await startTestApp({
    providers: [{ ...provider, costsOperator: cents > 0 }],
    env: { ...UNLIMITED_RATES, ...env },
  })
  const creator = new Visitor(app.url)
  const { id } = await publish(creator, { price: 300, cost: cents })
  return { creator, id }
}

test("a run of the creator's own priced recipe is free, private, no sale and counted nowhere", async () => {
  const { creator, id } = await open(0)
  const started = await creator.call<{ job_id: string }>('POST', `/workflows/${id}/creations`, {
    user_inputs: { wish: 'boat' },
    public: true,
  })
  expect(started.status).toBe(200)
  const job = await ended(creator, started.body.job_id)
  expect(job.status).toBe('COMPLETED')
  expect(await app.ctx.db.$count(payments)).toBe(0)
  const [creation] = await app.ctx.db.select().from(creations)
  expect(creation).toMatchObject({ test: true, public: false })
  const [workflow] = await app.ctx.db.select().from(workflows).where(eq(workflows.id, id))
  expect(workflow).toMatchObject({ remixCount: 0, popularity: 0, sampleMediaId: null })
  const shown = await creator.call('PATCH', `/creations/${job.result.id}`, { public: true })
  expect([shown.status, shown.body['error']]).toEqual([
    403,
    'A test of your own recipe stays private.',
  ])
})

/** Opens a checkout of a person's own recipe. */
async function checkout(creator: Browser, workflow_id: string, more: object = {}) {
  const { body } = await openCheckout(creator, workflow_id, more)
  return body
}

async function openForAccount(change: object = {}) {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  const { id } = await publish(creator, { price: 300, ...change })
  return { creator, id }
}

const rowOf = async (id: string) => {
  const [workflow] = await app.ctx.db.select().from(workflows).where(eq(workflows.id, id))
  return workflow
}

/** What each kind of account was credited. */
async function creditsOf(): Promise<Record<string, number>> {
  const totals = await listAccountTotals(app.ctx)
  return Object.fromEntries(totals.map(({ kind, amount }) => [kind, 0 - amount]))
}

test('with test money a creator pays for a run of their own recipe, which is no sale and counted nowhere', async () => {
  const { creator, id } = await openForAccount()
  const { session_id, url } = await checkout(creator, id, { public: true })
  await enterCard(url)
  const free = await remixNow(creator, id)
  const paid = await remixNow(creator, id, { public: true, session_id })
  const receipts = async (creation: CreationView) => {
    const { body } = await creator.json<{ receipt: ReceiptView | null }>(
      `/creations/${creation.id}/receipt`,
    )
    return body.receipt
  }
  await expect.poll(async () => (await receipts(paid))?.state).toBe('captured')
  expect(await receipts(free)).toBeNull()
  expect(await receipts(paid)).toMatchObject({ amount: 300, creator_share: 0, test_mode: true })
  const { body: bought } = await creator.json<{ purchases: { creation_id: string }[] }>('/payments')
  expect(bought.purchases.map(({ creation_id }) => creation_id)).toEqual([paid.id])

  expect(paid.public).toBe(true)
  for (const wanted of [false, true]) {
    const change = { method: 'PATCH', body: { public: wanted } }
    expect((await creator.json(`/creations/${paid.id}`, change)).body).toMatchObject(change.body)
  }

  await recountPopularity.run(app.ctx)
  await recountTrending.run(app.ctx)
  expect(await rowOf(id)).toMatchObject({ remixCount: 0, popularity: 0, trending: 0 })
  expect((await creator.json('/sales')).body).toMatchObject({
    sales: [],
    totals: { sales: 0, price: 0, share: 0 },
  })
  const csv = await (await creator.fetch('/api/v1/sales.csv')).text()
  expect(csv.trim().split('\n')).toHaveLength(1)
  expect((await creator.json('/users/me/earnings')).body).toMatchObject({
    lifetime: 0,
    pending: 0,
    recipes: [],
  })
  const { rows } = await app.ctx.db.execute(countActions(app.ctx, { workflowIds: [id] }))
  expect(rows).toEqual([])
  expect((await creator.json(`/workflows/${id}/versions`)).body).toMatchObject({
    versions: [{ runs: 0, delivered_percent: null, refunded_percent: null, earned: 0 }],
  })
  const told = await app.ctx.db.select({ kind: notices.kind }).from(notices)
  expect(told.map(({ kind }) => kind)).not.toContain('sale')
  expect(Object.keys(await creditsOf()).toSorted()).toEqual([
    'gateway',
    'own_runs',
    'processor_fees',
  ])

  const [payment] = await app.ctx.db.select().from(payments)
  await refundPayment(app.ctx, { paymentId: payment?.id ?? '', amount: 100, reason: 'A try.' })
  await expect.poll(async () => (await receipts(paid))?.refunded).toBe(100)
  expect(await creditsOf()).toMatchObject({ own_runs: 200 })
  expect((await reconcile(app.ctx)).differences).toEqual([])
})

test('a proof of one’s own recipe is redrawn and kept like any other, and not counted', async () => {
  const { creator, id } = await openForAccount({ proof: { draws: 2 } })
  const { session_id, url } = await checkout(creator, id)
  await enterCard(url)
  const proof = await remixNow(creator, id, { session_id })
  expect(proof.proof).not.toBeNull()
  const again = await creator.json<{ job_id: string }>(`/creations/${proof.id}/redraw`, {
    method: 'POST',
  })
  const jobOf = () => creator.json<JobView>(`/jobs/${again.body.job_id}`)
  await expect.poll(async () => (await jobOf()).body.status).toBe('COMPLETED')
  const second = String((await jobOf()).body.result?.id)
  const proofs = async () => {
    const { body } = await creator.json<{ runs: WorkflowRun[] }>(`/workflows/${id}/runs`)
    return body.runs.map((one) => one.proof?.let_go ?? null)
  }
  expect(await proofs()).toEqual([false, false])
  expect((await creator.json(`/creations/${second}/keep`, { method: 'POST' })).status).toBe(200)
  expect(await proofs()).toEqual([null, true])
  expect(await rowOf(id)).toMatchObject({ remixCount: 0, proofsEnded: 0, proofsKept: 0 })
})

test('a case about one’s own run goes to the operator', async () => {
  const { creator, id } = await openForAccount()
  const { session_id, url } = await checkout(creator, id)
  await enterCard(url)
  await remixNow(creator, id, { session_id })
  const [payment] = await app.ctx.db.select().from(payments)
  const at = `/payment/${payment?.id}/case`
  await expect.poll(async () => (await creator.json<PaymentCase>(at)).body.why_not).toBeNull()
  const body = { reason: 'not_what_i_asked', text: 'Another boat, please.', share: false }
  expect((await creator.json(at, { body })).body).toMatchObject({
    side: 'buyer',
    waits_for: 'operator',
  })
  expect((await creator.json('/cases?side=creator')).body).toMatchObject({ cases: [] })
})

test('a code is not for its own creator, and others pay as before', async () => {
  const { creator, id } = await openForAccount()
  const refused = await checkout(creator, id, { code: 'MARA15' })
  expect([refused.code, refused.error]).toEqual([
    'payment_state',
    'This recipe is yours: a code is for other people.',
  ])
  for (const buyer of [creator, new Browser(app.url)])
    await remixNow(buyer, id, { session_id: await pay(buyer, id) })
  await expect.poll(async () => (await creditsOf())['creator']).toBe(210)
  // The test card of an own run says nothing of the same card elsewhere.
  await markLikeness(app.ctx)
  const sold = await app.ctx.db.select({ likeness: payments.likeness }).from(payments)
  expect(sold).toEqual([{ likeness: null }, { likeness: null }])
})

test('with live money a checkout for one’s own recipe is refused, and the test is free', async () => {
  const { creator, id } = await open(0)
  app.ctx.gateway = { ...app.ctx.gateway, testMode: false }
  const refused = await openCheckout(creator, id)
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'payment_state',
    'This recipe is yours. Use Test: it is free.',
  ])
  expect(await app.ctx.db.$count(payments)).toBe(0)
  expect((await ended(creator, (await remix(creator, id)).body.job_id)).status).toBe('COMPLETED')
})

test('a visitor with test money pays for a run of the recipe that this browser published', async () => {
  const { creator, id } = await open(0)
  const { session, job } = await buy(creator, id)
  expect(job.status).toBe('COMPLETED')
  const [payment] = await app.ctx.db.select().from(payments)
  expect(payment).toMatchObject({ creatorId: null, sharePercent: 0, testMode: true })
  expect(payment?.jobId).toBe(job.id)
  const again = await remix(creator, id, { session_id: session })
  expect([again.status, again.body.code]).toEqual([402, 'payment_required'])
  expect((await remix(creator, id)).status).toBe(200)
})

test('own runs on a provider with a cost are refused where their budget is zero', async () => {
  const { creator, id } = await open(4)
  const refused = await remix(creator, id)
  expect([refused.status, refused.body.error]).toEqual([
    403,
    'A test of this recipe may cost 4 cents at its providers; tests here may cost 0 cents a day.',
  ])
})

test('of ten own runs at once only those within the daily budget begin', async () => {
  const { creator, id } = await open(4, { TEST_BUDGET_CENTS: '10' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => remix(creator, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body.error).toMatch(/^Your budget for tests on paid providers is used up/)
  }
})
