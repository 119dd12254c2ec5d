import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, charged, publish, receiptOf } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { mailTo } from '../support/mail-to.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const NAME = 'A picture, "by wish"'
const NOTE = 'The boat came out as a shoe.'

let app: TestApp
let creator: Browser
let recipe: string
beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  recipe = (await publish(creator, { price: 300, name: NAME })).id
})
afterAll(() => app.close())

/** A charged run of a new visitor who left an address at the checkout. */
async function sell(email: string): Promise<{ buyer: Visitor; creation: string; sale: string }> {
  const buyer = new Visitor(app.url)
  const creation = (await buy(buyer, recipe, { email })).job.result.id
  return { buyer, creation, sale: (await charged(buyer, creation)).id }
}

interface Sales {
  totals: { sales: number; price: number; refunded: number; share: number }
  sales: { id: string; share: number; refunds: object[] }[]
  error: string
}

test('a creator sees three sales, refunds one in part, and its buyer reads why', async () => {
  const first = await sell('first@example.com')
  const second = await sell('second@example.com')
  const third = await sell('third@example.com')
  const before = await creator.json<Sales>('/sales')
  expect(before.body.sales.map(({ id }) => id)).toEqual([third.sale, second.sale, first.sale])
  expect(before.body.totals).toMatchObject({ sales: 3, price: 900, refunded: 0, share: 630 })

  const refund = (browser: Browser, change: object = {}, key = 'one-refund') =>
    browser.json<Sales & { refunded: number }>(`/sales/${second.sale}/refunds`, {
      body: { amount: 100, reason: 'broken', note: NOTE, ...change },
      headers: { 'idempotency-key': key },
    })
  const tries = await Promise.all(Array.from({ length: 10 }, () => refund(creator)))
  expect(tries.map(({ status, body }) => [status, body.refunded])).toEqual(
    tries.map(() => [200, 100]),
  )
  expect((await refund(creator, { amount: 200 })).status).toBe(422)
  expect((await refund(creator, { amount: 201 }, 'another')).body.error).toContain(
    'between $0.01 and $2.00',
  )
  expect((await refund(creator, { note: 'two\nlines' }, 'another')).status).toBe(400)
  expect((await refund(creator, { reason: 'whim' }, 'another')).status).toBe(400)

  const after = await creator.json<Sales>('/sales?state=refunded')
  expect(after.body.totals).toMatchObject({ sales: 1, price: 300, refunded: 100, share: 140 })
  const why = 'The creator refunded this: the result is broken.'
  expect(await receiptOf(second.buyer, second.creation)).toMatchObject({
    refunded: 100,
    refunds: [{ amount: 100, why, note: NOTE }],
  })
  await expect
    .poll(async () => {
      const letters = await mailTo(app, 'second@example.com')
      return letters.find(({ subject }) => subject.startsWith('Refunded'))?.body
    })
    .toContain(`${why}\n\nThe creator writes: “${NOTE}”`)

  const other = new Browser(app.url)
  await signIn(other, 'other@example.com')
  expect((await refund(other)).status).toBe(404)
  expect((await other.json<Sales>('/sales')).body.totals.sales).toBe(0)
  expect((await new Browser(app.url).json('/sales')).status).toBe(401)
  const stranger = await second.buyer.call('POST', `/sales/${second.sale}/refunds`, {
    reason: 'goodwill',
  })
  expect(stranger.status).toBe(401)
})

test('the file of sales holds the same and nothing of any buyer', async () => {
  const { buyer, sale } = await sell('fourth@example.com')
  const answer = await creator.fetch('/api/v1/sales.csv')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('sales.csv')
  const text = await answer.text()
  expect(text).toContain(`,${sale},"A picture, ""by wish""",${recipe},1,pending,3.00,`)
  expect(text).not.toContain(buyer.anonymousId)
  expect(text).not.toContain('@example.com')
  const { body } = await creator.json<Sales>('/sales')
  expect(text.trimEnd().split('\r\n')).toHaveLength(body.totals.sales + 1)
  expect((await creator.json<Sales>('/sales?month=2026-13')).status).toBe(400)
  expect((await creator.json<Sales>('/sales?state=sold')).status).toBe(400)
})
