import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAccountTotals } from '../../src/features/ledger/index.ts'
import { listLedgerLines } from '../../src/features/ledger/queries.ts'
import { NOTICE_KINDS } from '../../src/features/notices/notice-kinds.ts'
import { reconcile } from '../../src/features/payments/reconcile/reconcile.ts'
import { performRefund } from '../../src/features/payments/refunds/perform-refund.ts'
import { refundPayment } from '../../src/features/payments/refunds/request-refund.ts'
import { AppError } from '../../src/platform/http/app-error.ts'
import { notices } from '../../src/schema/notices.ts'
import {
  ended,
  enterCard,
  openCheckout,
  receiptOf,
  remix,
  sessionOf,
  tryPublish,
} from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { sandboxOf } from '../support/money/sell-disputed.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: { ...UNLIMITED_RATES, STRIPE_TAX: 'true' },
  })
})
afterAll(() => app.close())

async function publish(price: number) {
  const creator = new Visitor(app.url)
  const answer = await tryPublish(creator, { price })
  return { creator, ...answer }
}

async function checkout(workflowId: string) {
  const buyer = new Visitor(app.url)
  const opened = await openCheckout(buyer, workflowId)
  expect(opened.status).toBe(200)
  return { buyer, ...opened.body }
}

/** A sale of $3.00 to a buyer in that country. */
async function sell(country: string) {
  const { creator, body } = await publish(300)
  const { buyer, session_id: sessionId, url } = await checkout(body.id)
  expect((await enterCard(url, undefined, country)).status).toBe(303)
  const { job_id: jobId } = (await remix(buyer, body.id, { session_id: sessionId })).body
  const creationId = (await ended(buyer, jobId)).result.id
  const receipt = () => receiptOf(buyer, creationId)
  await expect.poll(async () => (await receipt())?.state).toBe('captured')
  return { creator, buyer, receipt, paymentId: (await receipt())?.id ?? '', id: body.id }
}

async function accountsOf(paymentId: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const line of await listLedgerLines(app.ctx, { paymentId })) {
    const name = line.jurisdiction ?? line.account
    sums[name] = (sums[name] ?? 0) - line.amount
  }
  return sums
}

test('the configuration says that prices include tax', async () => {
  const actor = new Visitor(app.url)
  expect((await actor.call('GET', '/payment/config')).body).toMatchObject({
    prices_include_tax: true,
  })
  expect((await actor.call('GET', '/config')).body).toMatchObject({ prices_include_tax: true })
})

test('the lowest price covers the highest tax too', async () => {
  expect((await publish(149)).body.error).toBe(
    'price must be at least 150 cents ($1.50), so that the platform’s share covers the tax that the price may include and the card fee',
  )
  expect((await publish(150)).status).toBe(201)
})

test('a buyer pays the price, and receipt, earnings and ledger tell the tax in it', async () => {
  const { creator, receipt, paymentId } = await sell('AT')
  expect(await receipt()).toMatchObject({
    amount: 300,
    tax: 50,
    tax_name: 'VAT',
    creator_share: 175,
    platform_share: 75,
  })
  expect(await accountsOf(paymentId)).toMatchObject({ AT: 50, unclaimed: 175 })
  const earnings = await creator.call('GET', '/users/me/earnings')
  expect(earnings.body).toMatchObject({
    pending: 175,
    recipes: [{ sales: 1, gross: 300, tax: 50, earned: 175 }],
  })
  const csv = await (await creator.fetch('/api/v1/sales.csv')).text()
  expect(csv).toContain(',pending,3.00,0.50,0.00,0.00,70,1.75,usd,')
  const told = await app.ctx.db.select().from(notices)
  const words = told
    .filter(({ subjectId }) => subjectId === paymentId)
    .map(({ kind, facts }) => [
      kind,
      NOTICE_KINDS[kind as 'receipt'].body(facts as never).join(' '),
    ])
  expect(words).toContainEqual([
    'receipt',
    expect.stringContaining('The price includes $0.50 VAT.'),
  ])
  expect(words).toContainEqual([
    'sale',
    'A buyer paid $3.00, with $0.50 of tax; $1.75 of it is yours.',
  ])
})

test('ten refunds at once, more than is left, bring the tax to zero exactly', async () => {
  const { receipt, paymentId } = await sell('CA-QC')
  expect(await receipt()).toMatchObject({ tax: 39, tax_name: 'tax' })
  const refund = async (amount: number) => {
    try {
      const asked = await refundPayment(app.ctx, { paymentId, amount, reason: 'a test' })
      return (await performRefund(app.ctx, asked.id))?.state
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }
  const states = await Promise.all([31, 31, 31, 31, 31, 31, 31, 31, 31, 31].map(refund))
  expect(states.filter((state) => state === 'succeeded')).toHaveLength(9)
  const left = 300 - 9 * 31
  // Of the 21 cents left, 39/300 is 2.73 cents.
  expect(await receipt()).toMatchObject({ refunded: 300 - left, tax: 3 })
  expect(await refund(left)).toBe('succeeded')
  expect(await receipt()).toMatchObject({ tax: 0, creator_share: 0, platform_share: 0 })
  expect(await accountsOf(paymentId)).toMatchObject({ CA: 0, 'CA-QC': 0, unclaimed: 0 })
})

test('a sale to a country without tax is divided as without the setting', async () => {
  const { receipt, paymentId } = await sell('XX')
  expect(await receipt()).toMatchObject({ tax: 0, creator_share: 210, platform_share: 90 })
  expect(
    (await listLedgerLines(app.ctx, { paymentId })).map(({ account }) => account),
  ).not.toContain('tax_payable')
})

test('a checkout without a country stays open, and a released one owes no tax', async () => {
  const { body } = await publish(300)
  const { buyer, session_id: sessionId, url } = await checkout(body.id)
  expect((await enterCard(url)).status).toBe(422)
  expect((await enterCard(url, undefined, 'HU')).status).toBe(303)
  const open = await sessionOf(buyer, sessionId)
  const { id } = open.body.payment
  expect((await buyer.call('POST', `/payment/${id}/release`)).status).toBe(200)
  const frozen = `update payments set tax = 0, taxes = '[]' where id = '${id}'`
  await expect(app.ctx.db.execute(frozen)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('once the payment is authorised') },
  })
  expect(await listLedgerLines(app.ctx, { paymentId: id })).toEqual([])
  const totals = await listAccountTotals(app.ctx)
  expect(totals.map(({ jurisdiction }) => jurisdiction)).not.toContain('HU')
})

test('reconciliation finds no difference, and tells one of tax', async () => {
  const clean = await reconcile(app.ctx)
  expect(clean.differences).toEqual([])
  const { paymentId } = await sell('AT')
  const { sandbox } = sandboxOf(app)
  const [session] = await sandbox.list('checkout.session', { client_reference_id: paymentId })
  if (!session) throw new Error('no such checkout')
  const { total_details: total } = session
  for (const tax of total.breakdown.taxes) tax.amount = 49
  await sandbox.change('checkout.session', session.id, { total_details: total })
  expect((await reconcile(app.ctx)).differences).toMatchObject([
    { kind: 'tax', paymentId, ours: '50', theirs: '49' },
  ])
})
