import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPayment } from '../../src/features/payments/payment.ts'
import { refundPayment } from '../../src/features/payments/refunds/request-refund.ts'
import { makeMonthStatements } from '../../src/features/payouts/make-statements.ts'
import { monthOf } from '../../src/features/payouts/rules-statements.ts'
import { enterAs } from '../support/accounts.ts'
import { buy, charged, publish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { sandboxOf } from '../support/money/sell-disputed.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const clock = shiftClock()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: {
      ...UNLIMITED_RATES,
      NSFW_THRESHOLD: '1',
      OPERATOR_NAME: 'Vignette Ltd',
      OPERATOR_ADDRESS: '1 Long Lane\\nLondon',
      OPERATOR_VAT_ID: 'GB123',
    },
    change: clock.change,
  })
})
afterAll(() => app.close())

interface Bought {
  buyer: Browser
  payment: string
  creation: string
}

/** Pays for a run and waits until the buyer was charged. */
async function sell(recipe: string, buyer = new Browser(app.url)): Promise<Bought> {
  const creation = (await buy(buyer, recipe)).job.result.id
  return { buyer, payment: (await charged(buyer, creation)).id, creation }
}

async function newSeller(email: string) {
  const seller = await enterAs(app, email)
  const recipe = await publish(seller, {
    price: 300,
    name: 'Paper "Boat", <b>',
  })
  return { seller, recipe: recipe.id }
}

interface Invoice {
  number: string
  sealed: boolean
  buyer: { name: string } | null
  url: string
  credit_notes: { number: string; amount: number; corrects: string | null; url: string }[]
}

const ADA = { name: 'Ada & Söhne', address: 'Hauptstr. 1\n10115 Berlin', vat_id: 'DE999' }

describe('a buyer', () => {
  const ask = (buyer: Browser, payment: string, body: object = {}) =>
    buyer.json<Invoice & { error: string }>(`/payment/${payment}/invoice`, { body })
  const invoices = async () =>
    (await app.ctx.db.execute<{ number: string }>('select number from invoices order by number'))
      .rows

  test('gets a numbered invoice of each charge, without a gap', async () => {
    const { recipe } = await newSeller('invoices@example.com')
    const bought = await Promise.all(Array.from({ length: 4 }, () => sell(recipe)))
    const answers = await Promise.all(bought.map(({ buyer, payment }) => ask(buyer, payment)))
    const numbers = answers.map(({ body }) => body.number)
    expect(new Set(numbers).size).toBe(4)
    await expect
      .poll(async () =>
        (await invoices())
          .filter(({ number }) => number.startsWith(numbers[0]?.slice(0, -6) ?? ''))
          .every(({ number }, at) => Number(number.slice(-6)) === at + 1),
      )
      .toBe(true)
  })

  test('enters a name and address until the invoice is opened, and no stranger does', async () => {
    const { recipe } = await newSeller('address@example.com')
    const { buyer, payment } = await sell(recipe)
    const { body } = await ask(buyer, payment, { buyer: ADA })
    expect(body).toMatchObject({ sealed: false, buyer: { name: 'Ada & Söhne' } })
    const page = await fetch(`${app.url}${body.url}`)
    const html = await page.text()
    expect(html).toContain(`<h1>Invoice ${body.number}</h1>`)
    expect(html).toContain('Ada &#38; Söhne')
    expect(html).toContain('VAT id GB123')
    const late = await ask(buyer, payment, { buyer: { ...ADA, name: 'Eve' } })
    expect([late.status, late.body.error]).toEqual([
      409,
      expect.stringContaining('no longer changes'),
    ])
    expect((await ask(buyer, payment)).body).toMatchObject({ sealed: true })
    const stranger = new Browser(app.url)
    await stranger.json('/upload/image')
    expect((await ask(stranger, payment)).status).not.toBe(200)
    expect((await fetch(`${app.url}${body.url}x`)).status).toBe(404)
    clock.hours += 2
    expect((await fetch(`${app.url}${body.url}`)).status).toBe(404)
  })

  test('gets a credit note of each refund, which names the invoice', async () => {
    const { recipe } = await newSeller('credit@example.com')
    const { buyer, payment } = await sell(recipe)
    for (const amount of [100, 50]) {
      await refundPayment(app.ctx, { paymentId: payment, amount, reason: 'a test' })
    }
    await expect.poll(async () => (await ask(buyer, payment)).body.credit_notes.length).toBe(2)
    const { body } = await ask(buyer, payment)
    const [note] = body.credit_notes
    const html = await (await fetch(`${app.url}${note?.url}`)).text()
    expect(html).toContain(`<h1>Credit note ${note?.number}</h1>`)
    expect(html).toContain(`For invoice ${body.number}`)
  })

  test('gets a correction of the credit note whose refund the bank sent back', async () => {
    const { recipe } = await newSeller('correction@example.com')
    const { buyer, payment } = await sell(recipe)
    await refundPayment(app.ctx, { paymentId: payment, amount: 100, reason: 'a test' })
    const notesOf = async () => (await ask(buyer, payment)).body.credit_notes
    await expect.poll(async () => (await notesOf()).length).toBe(1)
    const sandbox = sandboxOf(app)
    const sessionId = (await findPayment(app.ctx, payment))?.sessionId ?? ''
    const view = await sandbox.find({ sessionId })
    await sandbox.settleRefund(view?.refunds[0]?.id ?? '', 'failed')
    await expect.poll(async () => (await notesOf()).length, { timeout: 10_000 }).toBe(2)
    const [note, correction] = await notesOf()
    expect(note).toMatchObject({ amount: 100, corrects: null })
    expect(correction).toMatchObject({ amount: 100, corrects: note?.number })
    const html = await (await fetch(`${app.url}${correction?.url}`)).text()
    expect(html).toContain(`<h1>Correction ${correction?.number}</h1>`)
    expect(html).toContain(`Takes back credit note ${note?.number}`)
  })
})

describe('a creator', () => {
  test('reads the statement of an ended month as figures, page and sealed CSV', async () => {
    const { seller, recipe } = await newSeller('statement@example.com')
    await sell(recipe)
    await sell(recipe)
    const month = monthOf(app.ctx.clock.now())
    // The last test of the file, since the sandbox's own clock stays behind.
    clock.hours += 32 * 24
    await makeMonthStatements(app.ctx, month)
    // The shifted clock has ended the session.
    await signIn(seller, 'statement@example.com')
    const list = await seller.json<{ statements: { number: string }[] }>('/payouts/statements')
    const number = list.body.statements[0]?.number ?? ''
    const address = `/payouts/statements/${number}`
    const { body } = await seller.json(address)
    expect(body).toMatchObject({
      month,
      opening: 0,
      closing: 420,
      sales_count: 2,
      buyers_paid: 600,
      recipes: [{ name: 'Paper "Boat", <b>', sales: 2, amount: 420 }],
    })
    const file = await seller.fetch(`/api/v1${address}/csv`)
    const csv = await file.text()
    expect(createHash('sha256').update(csv).digest('hex')).toBe(body['sha256'])
    expect(csv).toContain('"Paper ""Boat"", <b>"')
    const page = await seller.fetch(`/api/v1${address}/page`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await page.text()
    expect(html).toContain('Paper &#34;Boat&#34;, &#60;b&#62;')
    expect(html).toContain('needs your invoice')
    expect(html).not.toContain('<script')
    const stranger = await enterAs(app, 'stranger@example.com')
    for (const path of ['', '/csv', '/page']) {
      expect((await stranger.fetch(`/api/v1${address}${path}`)).status).toBe(404)
    }
  })
})
