import { BATCH } from '@vignette/contract/batch-limits.ts'
import type { BatchHead, BatchView } from '@vignette/contract/batches.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endOverdueBatches } from '../../src/features/generation/batch.ts'
import { reconcile } from '../../src/features/payments/reconcile/reconcile.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { batches, jobs } from '../../src/schema/generation.ts'
import { payments } from '../../src/schema/payments.ts'
import { buy, charged, ended, enterCard, publish, type Refusal, remix } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { type ShiftedClock, shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

interface Started extends Refusal {
  id: string
  rows: number
  checkout_url: string
  amount: number
}

let app: TestApp
let buyer: Browser
let creator: Visitor
let clock: ShiftedClock
/** Holds the runs of wishes that begin with `wait`. */
let wait = createGate(1)
let underWay: Set<string>
let mostUnderWay: number

beforeEach(async () => {
  clock = shiftClock()
  wait = createGate(1)
  underWay = new Set()
  mostUnderWay = 0
  app = await startTestApp({
    providers: [
      createScriptedProvider({
        start: async ({ prompt = '' }) => {
          underWay.add(prompt ?? '')
          mostUnderWay = Math.max(mostUnderWay, underWay.size)
          if (prompt?.includes('wait')) await wait.opened
          underWay.delete(prompt ?? '')
          if (prompt?.includes('fail'))
            throw new ProviderError('refused', 'It cannot be drawn.', { retryable: false })
          return picture()
        },
      }),
    ],
    change: (ctx) => clock.change(ctx),
    env: UNLIMITED_RATES,
  })
  creator = new Visitor(app.url)
  buyer = new Browser(app.url)
  await signIn(buyer, 'buyer@example.com')
})
afterEach(() => app.close())

const wishes = (...of: string[]) => of.map((wish) => ({ wish }))

const start = (id: string, rows: object[], { as = buyer, key = '', change = {} } = {}) =>
  as.json<Started>(`/workflows/${id}/batches`, {
    body: { rows, ...change },
    headers: key ? { 'idempotency-key': key } : {},
  })

const read = async (id: string, as = buyer) => (await as.json<BatchView>(`/batches/${id}`)).body

async function untilEnded(id: string): Promise<BatchView> {
  await expect
    .poll(async () => (await read(id)).finished_at, { timeout: 20_000, interval: 50 })
    .not.toBeNull()
  return read(id)
}

const paymentOf = async (batchId: string) => {
  const [row] = await app.ctx.db
    .select()
    .from(payments)
    .innerJoin(batches, eq(batches.paymentId, payments.id))
    .where(eq(batches.id, batchId))
  return row?.payments
}

async function untilPayment(batchId: string, state: string) {
  await expect
    .poll(async () => (await paymentOf(batchId))?.state, { timeout: 20_000, interval: 50 })
    .toBe(state)
  return paymentOf(batchId)
}

/** Starts, pays and starts a priced batch. */
async function buyBatch(id: string, rows: object[], key: string): Promise<string> {
  const asked = await start(id, rows, { key })
  expect(asked.status).toBe(402)
  await enterCard(asked.body.checkout_url)
  const begun = await start(id, rows, { key })
  expect(begun.body).toEqual({ id: expect.any(String), rows: rows.length })
  return begun.body.id
}

test('a free batch makes a creation of each row, at most two at a time, and comes as ZIP with a table', async () => {
  const { id } = await publish(creator)
  const many = wishes(
    '=1+1',
    'a boat, at night',
    ...Array.from({ length: 6 }, (_, at) => `n ${at}`),
  )
  const { status, body } = await start(id, many, { change: { public: true } })
  expect(status).toBe(202)
  const done = await untilEnded(body.id)
  expect(done).toMatchObject({ delivered: 8, ended_without: 0, payment: null, public: true })
  expect(done.rows.map(({ row, status: end }) => [row, end])).toEqual(
    many.map((_, at) => [at + 1, 'COMPLETED']),
  )
  expect(new Set(done.rows.map((row) => row.creation_id)).size).toBe(8)
  expect(mostUnderWay).toBeLessThanOrEqual(BATCH.atOnce)
  const first = done.rows[0]?.creation_id ?? ''
  expect((await new Visitor(app.url).json(`/creations/${first}`)).body).toMatchObject({
    public: true,
  })

  const { body: list } = await buyer.json<{ items: BatchHead[] }>('/batches')
  expect(list.items).toMatchObject([{ id: body.id, rows: 8, delivered: 8 }])
  // A batch does not fill the list of runs.
  expect((await buyer.json<{ jobs: unknown[] }>('/users/me/jobs')).body.jobs).toEqual([])
  const told = await buyer.json<{ notices: { title: string; body: string[] }[] }>('/notices')
  expect(told.body.notices.map(({ title, body: words }) => [title, ...words])).toEqual([
    [
      'Your batch of “A picture of a wish” has ended',
      '8 of 8 rows were delivered.',
      'It was free.',
    ],
  ])

  await buyer.call('DELETE', `/creations/${done.rows[7]?.creation_id}`)
  const answer = await buyer.fetch(`/api/v1/batches/${body.id}/download`)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = readZip(Buffer.from(await answer.arrayBuffer()))
  expect([...files.keys()].slice(0, 2)).toEqual(['001-1-1.png', '002-a-boat-at-night.png'])
  expect(files.size).toBe(8)
  const lines = String(files.get('table.csv')).split('\r\n')
  expect(lines[0]).toBe('row,wish,state,file,address,reason')
  expect(lines[1]).toBe(`1,'=1+1,delivered,001-1-1.png,${app.url}/creations/${first},`)
  expect(lines[2]).toMatch(/^2,"a boat, at night",delivered,002-a-boat-at-night\.png,/)
  expect(lines[8]).toBe('8,n 5,deleted,,,')
})

test('every faulty row is named at once, and nothing is made or asked for', async () => {
  const { id } = await publish(creator, { price: 300 })
  const rows = wishes('a boat', '', 'a car').map((row, at) =>
    at === 2 ? { ...row, hue: 'x' } : row,
  )
  const refused = await start(id, rows)
  expect(refused.status).toBe(400)
  expect(refused.body.details).toEqual([
    { path: 'rows[1].wish', message: expect.stringMatching(/^Row 2: wish: /) },
    { path: 'rows[2].hue', message: 'Row 3: "hue" is no input of this recipe' },
  ])
  expect(refused.body.error).toMatch(/^Row 2: .* One more row is at fault\.$/)
  const all = await start(
    id,
    Array.from({ length: BATCH.rows }, () => ({})),
  )
  expect(all.body.details).toHaveLength(BATCH.rows)
  expect((await start(id, [])).status).toBe(400)
  expect(
    (
      await start(
        id,
        Array.from({ length: BATCH.rows + 1 }, () => ({})),
      )
    ).status,
  ).toBe(400)
  expect((await start(id, wishes('a boat'), { as: new Visitor(app.url) })).status).toBe(401)
  expect(await app.ctx.db.$count(batches)).toBe(0)
  expect(await app.ctx.db.$count(jobs)).toBe(0)
  expect(await app.ctx.db.$count(payments)).toBe(0)
})

test('a priced batch is one authorisation, captured for the rows that were delivered', async () => {
  const { id } = await publish(creator, { price: 300 })
  const rows = wishes('a boat', 'fail 1', 'a car', 'fail 2', 'a hat')
  const asked = await start(id, rows, { key: 'order-1' })
  expect(asked.body).toMatchObject({ code: 'payment_required', amount: 1500 })
  expect(asked.body.error).toContain('These 5 rows cost $15.00')
  expect((await start(id, rows, { key: 'order-1' })).body.checkout_url).toBe(
    asked.body.checkout_url,
  )
  // Another batch is another payment, and one run pays nothing of it.
  const other = await start(id, rows.slice(1), { key: 'order-2' })
  expect(other.body).toMatchObject({ amount: 1200 })
  await enterCard(asked.body.checkout_url)
  expect((await remix(buyer, id)).status).toBe(402)

  const at = Array.from({ length: 10 }, () => start(id, rows, { key: 'order-1' }))
  const answers = await Promise.all(at)
  const ids = new Set(answers.map(({ body }) => body.id))
  expect(ids.size).toBe(1)
  const [batchId = ''] = ids
  const done = await untilEnded(batchId)
  expect(done).toMatchObject({ delivered: 3, ended_without: 2 })
  expect(done.rows[1]).toMatchObject({
    status: 'FAILED',
    creation_id: null,
    error: { message: 'It cannot be drawn.' },
  })
  const payment = await untilPayment(batchId, 'captured')
  expect(payment).toMatchObject({ captured: 900, amount: 1500, toCapture: 900 })
  expect(await app.ctx.db.$count(jobs)).toBe(5)

  const { paymentId } = (
    await app.ctx.db.select({ paymentId: batches.paymentId }).from(batches)
  )[0] ?? { paymentId: null }
  const bought = await buyer.json<{ receipt: ReceiptView }>(`/payments/${paymentId}`)
  expect(bought.body.receipt).toMatchObject({
    amount: 900,
    creator_share: 630,
    platform_share: 270,
    next: '$9.00 was charged. 3 of 5 rows were delivered. There are no further charges.',
  })
  const third = done.rows[2]?.creation_id
  expect((await buyer.json(`/creations/${third}/receipt`)).body).toMatchObject({
    receipt: { amount: 900 },
  })
  const { rows: lines } = await app.ctx.db.execute<{ kind: string; cents: number }>(
    `select a.kind, sum(-p.amount)::int as cents from ledger_postings p
      join ledger_accounts a on a.id = p.account_id group by a.kind order by a.kind`,
  )
  expect(lines).toEqual([
    { kind: 'gateway', cents: -844 },
    { kind: 'platform', cents: 270 },
    { kind: 'processor_fees', cents: -56 },
    { kind: 'unclaimed', cents: 630 },
  ])
  clock.hours += 2
  expect((await reconcile(app.ctx)).differences).toEqual([])
})

test('what a batch paid is given back by a person, not by the machine that looks at one creation', async () => {
  const { id } = await publish(creator, { price: 150 })
  const rows = wishes('boat', 'a car')
  const asked = await start(id, rows, { key: 'two' })
  await enterCard(asked.body.checkout_url)
  const { body: batch } = await start(id, rows, { key: 'two' })
  const { payment } = await untilEnded(batch.id)
  await untilPayment(batch.id, 'captured')
  // One of the rows, bought once more.
  const { job } = await buy(buyer, id)
  await charged(buyer, job.result.id)
  const complaint = { reason: 'charged_twice', text: 'I paid twice.' }
  const opened = await buyer.json<CaseView>(`/payment/${payment?.id}/case`, { body: complaint })
  expect(opened.body).toMatchObject({ state: 'open', refunded: 0 })
})

test('nothing delivered is nothing charged', async () => {
  const { id } = await publish(creator, { price: 300 })
  const batchId = await buyBatch(id, wishes('fail 1', 'fail 2'), 'order-1')
  expect(await untilEnded(batchId)).toMatchObject({ delivered: 0, ended_without: 2 })
  expect(await untilPayment(batchId, 'released')).toMatchObject({ captured: 0 })
})

test('a cancelled batch keeps and charges what was delivered; a stranger neither sees nor ends it', async () => {
  const { id } = await publish(creator, { price: 300 })
  const rows = wishes('a boat', 'wait 1', 'wait 2', 'a car', 'a hat')
  const batchId = await buyBatch(id, rows, 'order-1')
  await expect.poll(async () => (await read(batchId)).delivered, { timeout: 20_000 }).toBe(1)
  // What is left in line lets a single run of the same buyer go ahead.
  const { id: free } = await publish(creator)
  const single = await remix(buyer, free)
  expect((await ended(buyer, single.body.job_id)).status).toBe('COMPLETED')
  const turns = await app.ctx.db.select().from(jobs)
  const [alone] = turns.filter(({ batchId: of }) => of === null)
  const waiting = turns.filter(({ inLine }) => inLine)
  expect(waiting).toHaveLength(2)
  for (const { turn } of waiting) expect(alone?.turn).toBeLessThan(turn)

  const stranger = new Browser(app.url)
  await signIn(stranger, 'stranger@example.com')
  for (const [method, path] of [
    ['GET', `/batches/${batchId}`],
    ['GET', `/batches/${batchId}/download`],
    ['DELETE', `/batches/${batchId}`],
  ] as const) {
    expect((await stranger.json(path, { method })).status).toBe(404)
  }
  expect((await stranger.json<{ items: unknown[] }>('/batches')).body.items).toEqual([])

  const ends = await Promise.all(
    Array.from({ length: 3 }, () =>
      buyer.json<BatchView>(`/batches/${batchId}`, { method: 'DELETE' }),
    ),
  )
  expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  void wait.arrive()
  const done = await read(batchId)
  expect(done).toMatchObject({ delivered: 1, ended_without: 4 })
  expect(done.rows.map(({ status }) => status)).toEqual([
    'COMPLETED',
    ...Array.from({ length: 4 }, () => 'CANCELLED'),
  ])
  expect(await untilPayment(batchId, 'captured')).toMatchObject({ captured: 300 })
})

test('a batch whose time is over is settled with what is there', async () => {
  const { id } = await publish(creator, { price: 300 })
  const batchId = await buyBatch(id, wishes('a boat', 'wait 1', 'wait 2', 'a car'), 'order-1')
  await expect.poll(async () => (await read(batchId)).delivered, { timeout: 20_000 }).toBe(1)
  await endOverdueBatches(app.ctx)
  expect(await read(batchId)).toMatchObject({ finished_at: null })
  clock.hours += BATCH.hours + 1
  await endOverdueBatches(app.ctx)
  void wait.arrive()
  expect(await untilEnded(batchId)).toMatchObject({ delivered: 1, ended_without: 3 })
  expect(await untilPayment(batchId, 'captured')).toMatchObject({ captured: 300 })
})

test('an account has three open batches, also of ten that it starts at once', async () => {
  const { id } = await publish(creator)
  const rows = wishes('wait 1', 'wait 2')
  const answers = await Promise.all(Array.from({ length: 10 }, () => start(id, rows)))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(BATCH.open)
  const refused = answers.find(({ status }) => status !== 202)
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  await expect.poll(() => underWay.size, { timeout: 20_000 }).toBe(BATCH.atOnce)
  void wait.arrive()
  await expect
    .poll(() => app.ctx.db.$count(jobs, eq(jobs.status, 'COMPLETED')), { timeout: 20_000 })
    .toBe(6)
  expect(mostUnderWay).toBe(BATCH.atOnce)
})

test('photos are rows, and a recipe that shows proofs is refused', async () => {
  const { id } = await publish(creator, {
    inputs: [{ key: 'photo', type: 'image', display_name: 'Photo' }],
    steps: [{ id: 'draw', provider: 'local', function_type: 'restyle', first_image: '{{photo}}' }],
  })
  const urls: string[] = []
  for (let at = 0; at < 2; at++) {
    const { body } = await uploadTo(app.url, 'image', await encodePicture('png', 120 + at, 120), {
      browser: buyer,
    })
    urls.push(body.url)
  }
  const { body } = await start(
    id,
    urls.map((url) => ({ photo: { url } })),
  )
  expect(body).not.toHaveProperty('error')
  const done = await untilEnded(body.id)
  expect(done.rows.map((row) => row.user_inputs)).toMatchObject(
    urls.map((url) => ({
      photo: { url: expect.stringContaining(url.split('/').at(-1)?.split('?')[0] ?? '') },
    })),
  )
  const proofs = await publish(creator, { price: 300, proof: { draws: 2 } })
  expect(await start(proofs.id, wishes('a boat'))).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('one at a time') },
  })
})

test('a program’s batch is paid by a link that says how many rows it pays for', async () => {
  const { id } = await publish(creator, { price: 300 })
  const made = await buyer.json<{ token: string }>('/users/me/tokens', { body: { label: 'shop' } })
  const program = () =>
    new Browser(app.url).json<Started>(`/workflows/${id}/batches`, {
      body: { rows: wishes('a boat', 'a car') },
      headers: { authorization: `Bearer ${made.body.token}`, 'idempotency-key': 'order-1' },
    })
  const asked = await program()
  expect(asked).toMatchObject({ status: 402, body: { amount: 600 } })
  const page = new URL(asked.body.checkout_url)
  expect(page.pathname).toBe('/pay')
  const body = { token: page.hash.slice(1) }
  const payer = new Browser(app.url)
  expect((await payer.json('/payment/link', { body })).body).toMatchObject({
    amount: 600,
    rows: 2,
    state: 'open',
  })
  await enterCard((await payer.json<{ url: string }>('/payment/link/pay', { body })).body.url)
  const begun = await program()
  expect(begun).toMatchObject({ status: 202, body: { rows: 2 } })
  await untilEnded(begun.body.id)
  expect(await untilPayment(begun.body.id, 'captured')).toMatchObject({ captured: 600 })
})

test('a creator’s batch of an own priced recipe is a test, and an account that goes ends its batch', async () => {
  const seller = new Browser(app.url)
  await signIn(seller, 'seller@example.com')
  const { id } = await publish(seller, { price: 300 })
  const own = await start(id, wishes('a boat'), { as: seller, change: { public: true } })
  await expect.poll(async () => (await read(own.body.id, seller)).delivered).toBe(1)
  expect(await read(own.body.id, seller)).toMatchObject({ payment: null, public: false })

  const batchId = await buyBatch(id, wishes('a boat', 'wait 1', 'wait 2', 'a car'), 'order-1')
  await expect.poll(async () => (await read(batchId)).delivered, { timeout: 20_000 }).toBe(1)
  expect((await buyer.json('/users/me', { method: 'DELETE' })).status).toBe(200)
  void wait.arrive()
  expect(await untilPayment(batchId, 'captured')).toMatchObject({ captured: 300 })
  const left = await app.ctx.db.select().from(jobs).where(eq(jobs.batchId, batchId))
  expect(left.map(({ status }) => status).toSorted()).toEqual([
    'CANCELLED',
    'CANCELLED',
    'CANCELLED',
    'COMPLETED',
  ])
})
