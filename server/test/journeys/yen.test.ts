import type { getMargins } from '@vignette/contract/books.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { listAccountTotals } from '../../src/features/ledger/index.ts'
import { reconcile } from '../../src/features/payments/reconcile/reconcile.ts'
import { refundPayment } from '../../src/features/payments/refunds/request-refund.ts'
import { makePayoutStatement } from '../../src/features/payouts/make-statements.ts'
import { sweepPayouts } from '../../src/features/payouts/sweep-payouts.ts'
import { buy, charged, openCheckout, publish, tryPublish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { checkMargins } from '../support/money/check-margins.ts'
import { addAccount, goToFriday } from '../support/money/paid-on-friday.ts'
import { sandboxOf } from '../support/money/sell-disputed.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const EMAIL = 'maker@example.com'
const MINUTE = 1 / 60

let app: TestApp
let creator: Browser
const clock = shiftClock()
beforeAll(async () => {
  app = await startTestApp({
    // Four US cents a run, at 152.3 yen a dollar: six yen and a part of one.
    providers: [createScriptedProvider({ start: () => picture(), cents: 4 })],
    env: {
      ...UNLIMITED_RATES,
      CURRENCY: 'jpy',
      USD_RATE: '152.3',
      OPERATOR_ADDRESS: 'Tokyo',
    },
    change: clock.change,
  })
  creator = new Browser(app.url)
  await signIn(creator, EMAIL)
})
afterAll(() => app.close())

interface Money {
  currency: string
  unpaid: number
  paid: number
  minimum: number
  lines: { reason: string; amount: number }[]
  payouts: { id: string; state: string; amount: number }[]
}
const money = async () => (await creator.json<Money>('/payouts')).body
const moneyOnce = async (states: string[]) => {
  await expect
    .poll(async () => {
      await sweepPayouts(app.ctx)
      return (await money()).payouts.map(({ state }) => state)
    })
    .toEqual(states)
  return money()
}
const accounts = async () => {
  const totals = await listAccountTotals(app.ctx, 'test:sandbox')
  expect(new Set(totals.map(({ currency }) => currency))).toEqual(new Set(['jpy']))
  expect(totals.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  return (kind: string) =>
    totals.filter((total) => total.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
}

async function sell(workflowId: string) {
  const buyer = new Visitor(app.url)
  const { session, job } = await buy(buyer, workflowId)
  const receipt = await charged(buyer, job.result.id)
  return { buyer, sessionId: session, paymentId: receipt.id, receipt }
}

test('a price in yen covers the fee of yen and the vendor’s dollars, and the config says both', async () => {
  const config = await creator.json('/config')
  expect(config.body).toMatchObject({ currency: 'jpy', currency_decimals: 0 })
  const below = await tryPublish(creator, { price: 113, cost: 30 })
  expect(below.body.details?.[0]?.message).toBe(
    'must be at least 114 (¥114), so that the platform’s share covers the cost of 30 and the card fee',
  )
  const least = await tryPublish(creator, { price: 49, cost: 7 })
  expect(least.body.details?.[0]?.message).toContain('must be at least 50 (¥50)')
  const undeclared = await tryPublish(creator, { price: 500, cost: 6 })
  expect(undeclared.body.details?.[0]?.message).toContain('must be at least 7, which its steps')
})

test('a recipe for ¥500 is sold, refunded, disputed, paid out and reconciled to the yen', async () => {
  const { id } = await publish(creator, { price: 500, cost: 7, name: 'Mount Fuji' })
  const visitor = new Visitor(app.url)
  const { body } = await openCheckout(visitor, id)
  expect(await (await visitor.fetch(body.url)).text()).toContain('¥500')

  const first = await sell(id)
  expect(first.receipt).toMatchObject({
    amount: 500,
    currency: 'jpy',
  } satisfies Partial<ReceiptView>)
  const split = await accounts()
  expect([split('creator'), split('processor_fees'), split('provider_costs')]).toEqual([
    -350, 18, 7,
  ])
  expect([split('platform'), split('gateway')]).toEqual([-150, 482])

  const dear = await publish(creator, { price: 20_000, cost: 7 })
  const [refunded, disputed] = [await sell(dear.id), await sell(dear.id)]
  await refundPayment(app.ctx, { paymentId: refunded.paymentId, amount: 1_001, reason: 'broken' })
  const sandbox = sandboxOf(app)
  const dispute = await sandbox.openDispute(disputed.sessionId)
  await expect
    .poll(async () => (await money()).lines.some(({ reason }) => reason === 'dispute'))
    .toBe(true)
  await sandbox.closeDispute(dispute, 'won')
  // 70% of ¥18,999 is 13,299.3.
  const earned = 350 + 13_299 + 14_000
  await expect.poll(async () => (await money()).unpaid).toBe(earned)
  expect(await money()).toMatchObject({ currency: 'jpy', minimum: 1_000 })
  const sales = await creator.fetch('/api/v1/sales.csv')
  expect(await sales.text()).toContain(',500,')

  await addAccount(app, creator, { email: EMAIL, bank: '000123456789' })
  goToFriday(app, clock, 14)
  await signIn(creator, EMAIL)
  await moneyOnce(['in_transit'])
  clock.hours += 2 * MINUTE
  const paid = await moneyOnce(['paid'])
  expect(paid).toMatchObject({ unpaid: 0, paid: earned, payouts: [{ amount: earned }] })

  const { number } = (await makePayoutStatement(app.ctx, paid.payouts[0]?.id ?? '')) ?? {}
  const address = `/api/v1/payouts/statements/${number}`
  const page = await (await creator.fetch(`${address}/page`)).text()
  expect(page).toContain('in Japanese yen')
  expect(page).toContain('¥27,649')
  expect(page).not.toMatch(/\$|¥[\d,]+\.\d/)
  const csv = await (await creator.fetch(`${address}/csv`)).text()
  expect(csv).toContain(',27649,jpy,')
  expect(csv).not.toMatch(/\d\.00/)

  const end = await accounts()
  expect([end('creator'), end('in_transit')]).toEqual([0, 0])
  expect(end('gateway')).toBe((await app.ctx.payoutGateway.getBalance())?.get('jpy'))
  expect((await reconcile(app.ctx)).differences).toEqual([])
})

test('the margin board is equal to the ledger, by recipe, provider and day', async () => {
  await checkMargins(app.ctx)
  const admin = new Browser(app.url)
  await signIn(admin, 'operator@example.com', { admin: true })
  const board = async (query: string) =>
    (await admin.json<z.infer<(typeof getMargins)['answer']>>(`/admin/margins?${query}`)).body
  const books = await accounts()
  // The shifted clock is weeks ahead of the sales.
  const all = await board('by=provider&from=2020-01-01')
  expect(all).toMatchObject({
    currency: 'jpy',
    total: {
      sales: 3,
      paid: 500 + 20_000 + 18_999,
      creator: 27_649,
      card_fee: books('processor_fees'),
      provider_cost: 21,
    },
    rows: [{ key: 'local', name: 'local' }],
    more: 0,
  })
  expect((await board('from=2020-01-01')).rows.map(({ name }) => name)).toEqual([
    'Mount Fuji',
    'A picture of a wish',
  ])
  expect(await board('to=2020-01-31')).toMatchObject({ from: '2020-01-02', rows: [] })
  expect(await board('from=2020-02-01&to=2020-01-31')).toMatchObject({
    error: 'The first day must not be after the last.',
  })
  const csv = await admin.fetch('/api/v1/admin/margins.csv?from=2020-01-01&by=workflow')
  expect((await csv.text()).split('\r\n').at(-2)).toMatch(/^total,,3,39499,0,27649,0,0,\d+,21,/)
  const buyer = await creator.json('/admin/margins')
  expect(buyer.status).toBe(403)
})

test('letters, cards and feeds write yen', async () => {
  const { id } = await publish(creator, { price: 1_200, cost: 7, name: 'Cherry trees' })
  const page = await (await creator.fetch(`/embed/${id}`)).text()
  expect(page).toContain('¥1,200')
  const told = await creator.json<{ notices: { title: string; body: string }[] }>('/notices')
  const texts = JSON.stringify(told.body)
  expect(texts).toContain('¥27,649')
  expect(texts).not.toContain('$')
})
