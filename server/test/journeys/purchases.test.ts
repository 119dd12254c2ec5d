import type { PurchaseView } from '@vignette/contract/purchases.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { refundPayment } from '../../src/features/payments/refunds/request-refund.ts'
import { enterCard, openCheckout, publish, remixNow, sessionOf } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { mailTo } from '../support/mail-to.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

interface List {
  purchases: PurchaseView[]
  next_cursor: string | null
}

let app: TestApp
let recipe: string
beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  recipe = (await publish(creator, { price: 300 })).id
})
afterAll(() => app.close())

/** Opens a checkout; with `card` it is paid. */
async function checkout(
  buyer: Browser,
  more: object = {},
  card: string | null = '4242424242424242',
) {
  const { body } = await openCheckout(buyer, recipe, more)
  expect(body.error).toBeUndefined()
  if (card) await enterCard(body.url, card)
  const { body: session } = await sessionOf(buyer, body.session_id)
  return { session: body.session_id, payment: session.payment.id }
}

async function keep(buyer: Browser) {
  const { session, payment } = await checkout(buyer)
  const creation = await remixNow(buyer, recipe, { session_id: session })
  await expect.poll(() => stateOf(buyer, payment)).toBe('captured')
  return { creation, payment }
}

async function release(buyer: Browser, more: object = {}) {
  const { payment } = await checkout(buyer, more)
  await buyer.json(`/payment/${payment}/release`, { method: 'POST' })
  await expect.poll(() => stateOf(buyer, payment)).toBe('released')
  return payment
}

const list = async (buyer: Browser, query = '') =>
  (await buyer.json<List>(`/payments${query}`)).body
const purchase = (buyer: Browser, id: string) =>
  buyer.json<{
    receipt: {
      state: string
      amount: number
      seller: string
      ended_at: string
      reference: string
    }
    media: { id: string } | null
    creation_id: string | null
    link: string | null
  }>(`/payments/${id}`)
const stateOf = async (buyer: Browser, id: string) => (await purchase(buyer, id)).body.receipt.state

test('only the buyer finds purchases that were kept, refunded, not charged or still wait, newest first', async () => {
  const buyer = new Browser(app.url)
  const kept = await keep(buyer)
  const refunded = await keep(buyer)
  await refundPayment(app.ctx, { paymentId: refunded.payment, reason: 'It was blank.' })
  const released = await release(buyer)
  await checkout(buyer, {}, null)
  const waiting = await checkout(buyer)
  await expect
    .poll(async () => (await list(buyer)).purchases.map(({ refunded }) => refunded))
    .toEqual([0, 0, 300, 0])
  const { purchases } = await list(buyer)
  expect(purchases.map(({ id, state, creation_id }) => [id, state, creation_id])).toEqual([
    [waiting.payment, 'authorized', null],
    [released, 'released', null],
    [refunded.payment, 'captured', refunded.creation.id],
    [kept.payment, 'captured', kept.creation.id],
  ])
  expect(purchases.at(-1)?.media?.id).toBe(kept.creation.media?.id)
  expect(purchases[1]?.ended_at).toMatch(/^\d{4}-/)
  const stranger = new Browser(app.url)
  await keep(stranger)
  expect((await list(stranger)).purchases.map(({ id }) => id)).not.toContain(kept.payment)
  expect((await purchase(stranger, kept.payment)).status).toBe(404)
})

test('a receipt shows its buyer the creation, and names who sold it at the time', async () => {
  const buyer = new Browser(app.url)
  const { creation, payment } = await keep(buyer)
  const { OPERATOR_NAME: seller } = app.ctx.config
  Object.assign(app.ctx.config, { OPERATOR_NAME: 'The Next Owner' })
  onTestFinished(() => void Object.assign(app.ctx.config, { OPERATOR_NAME: seller }))
  const { body } = await purchase(buyer, payment)
  expect(body.receipt.seller).toBe(seller)
  expect(body.media?.id).toBe(creation.media?.id)
  await buyer.json(`/creations/${creation.id}`, { method: 'DELETE' })
  expect((await purchase(buyer, payment)).body.media).toBeNull()
})

test('the list goes on behind its cursor, and another buyer’s cursor is refused', async () => {
  const buyer = new Browser(app.url)
  const made = [await release(buyer), await release(buyer), await release(buyer)]
  const other = new Browser(app.url)
  await release(other)
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: List = await list(buyer, `?limit=1${cursor && `&cursor=${cursor}`}`)
    found.push(...page.purchases.map(({ id }) => id))
    cursor = page.next_cursor
    if (cursor) {
      expect((await other.json(`/payments?limit=1&cursor=${cursor}`)).status).toBe(400)
    }
  }
  expect(found).toEqual(made.toReversed())
})

test('a run that was not charged has a receipt with its number, sum, hour and reference, which its letter opens anywhere', async () => {
  const guest = new Browser(app.url)
  const id = await release(guest, { email: 'guest@example.com' })
  const { body } = await purchase(guest, id)
  expect(body.receipt).toMatchObject({ state: 'released', amount: 300 })
  expect(Date.parse(body.receipt.ended_at)).toBeGreaterThan(0)
  expect(body.receipt.reference).toBeTruthy()

  const [letter] = await mailTo(app, 'guest@example.com')
  expect(letter?.subject).toContain('Not charged: $3.00')
  expect(letter?.body).toContain(body.receipt.reference)
  const tokens = [letter?.body, body.link].map((text) => /\/receipt#(\S+)/.exec(text ?? '')?.[1])
  for (const token of tokens) {
    const elsewhere = await new Browser(app.url).json('/receipts', { body: { token } })
    expect(elsewhere.body).toMatchObject({ receipt: { id, state: 'released' }, claim: null })
  }
})

test('the list moves into the account at sign-in, which needs no link', async () => {
  const guest = new Browser(app.url)
  const { payment, creation } = await keep(guest)
  expect((await purchase(guest, payment)).body.link).toContain('/receipt#')
  await signIn(guest, 'reader@example.com')
  expect((await list(guest)).purchases.map(({ id }) => id)).toEqual([payment])
  expect((await purchase(guest, payment)).body).toMatchObject({
    creation_id: creation.id,
    link: null,
  })
})

test('the receipt stays where the creation was deleted', async () => {
  const buyer = new Browser(app.url)
  const { payment, creation } = await keep(buyer)
  await buyer.json(`/creations/${creation.id}`, { method: 'DELETE' })
  const { purchases } = await list(buyer)
  expect(purchases).toMatchObject([{ id: payment, creation_id: null }])
  expect(purchases[0]?.media?.id).not.toBe(creation.media?.id)
  expect((await purchase(buyer, payment)).body).toMatchObject({
    creation_id: null,
    receipt: { state: 'captured' },
  })
})
