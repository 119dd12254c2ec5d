import { makeSchema } from '@vignette/stripe-sandbox'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { newId } from '../../platform/ids.ts'
import { openSandbox, type SandboxGateway } from '../open-sandbox.ts'
import type { TaxCodes } from './stripe/create-stripe-gateway.ts'

interface CardForm {
  number: string
  expiry: string
  cvc: string
  country: string
}

const HOUR = 3_600_000

let database: TestDatabase
let gateway: SandboxGateway
let server: FastifyInstance
let now = new Date('2026-03-01T12:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
  gateway = openGateway()
  server = Fastify()
  await gateway.mount(server)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

/** The gateway of a server that has just started. */
function openGateway(taxCodes?: TaxCodes, received: string[] = []): SandboxGateway {
  const restarted = openSandbox({
    pool: database.pool,
    clock: { now: () => now },
    secret: 'a-secret-of-tests-with-32-characters',
    seller: 'Mara Lind',
    taxCodes,
    deliver: {
      async payments(body, headers) {
        received.push((await restarted.readWebhook(body, headers)).name)
      },
    },
  }).gateway
  return restarted
}

async function open(title = 'Portrait', at = gateway): Promise<string> {
  const { sessionId, url } = await at.createCheckout({
    paymentId: newId(),
    amount: 300,
    currency: 'usd',
    title,
    makes: 'image',
    successUrl: 'http://localhost/back?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://localhost/back?canceled=true',
    metadata: {},
    idempotencyKey: newId(),
    expiresAt: new Date(now.getTime() + HOUR),
  })
  expect(url).toBe(`http://localhost/sandbox/checkout/${sessionId}`)
  return sessionId
}

const show = (session: string) => server.inject(`/sandbox/checkout/${session}`)

const send = (url: string, form: Record<string, string>) =>
  server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

const enter = (session: string, card: Partial<CardForm> = {}) =>
  send(`/sandbox/checkout/${session}`, {
    number: '4242 4242 4242 4242',
    expiry: '12 / 34',
    cvc: '123',
    ...card,
  })

/** A captured payment by the card of that number. */
async function sell(number: string): Promise<{ sessionId: string; intentId: string | null }> {
  const sessionId = await open()
  await enter(sessionId, { number })
  const intentId = (await gateway.find({ sessionId }))?.intentId ?? null
  await gateway.capture({ sessionId, intentId }, 300, newId())
  return { sessionId, intentId }
}

const stateOf = async (sessionId: string) => (await gateway.find({ sessionId }))?.state

test('the page states that it is a test, labels its fields and has a way back', async () => {
  const { statusCode, body, headers } = await show(await open('<script>alert(1)</script>'))
  expect(statusCode).toBe(200)
  expect(body).toContain('Test checkout')
  expect(body).toContain('Sold by <strong>Mara Lind</strong>')
  for (const [id, label] of [
    ['number', 'Card number'],
    ['expiry', 'Expiry'],
    ['cvc', 'CVC'],
  ]) {
    expect(body).toContain(`<label for="${id}">${label}</label>`)
    expect(body).toContain(`<input id="${id}" name="${id}"`)
  }
  expect(body).toContain('<button type="submit">Pay $3.00</button>')
  expect(body).toContain('<a href="http://localhost/back?canceled=true">Cancel and return</a>')
  expect(body).not.toContain('<script')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test('a valid card submitted several times is authorised once and sent back to the shop', async () => {
  const session = await open()
  const answers = await Promise.all([enter(session), enter(session), enter(session)])
  for (const { statusCode, headers } of answers) {
    expect([statusCode, headers.location]).toEqual([
      303,
      `http://localhost/back?session_id=${session}`,
    ])
  }
  expect(await stateOf(session)).toBe('authorized')
  expect((await show(session)).body).toContain('This checkout is complete')
})

describe('a declined card gives the reason, takes no money and leaves the checkout open', () => {
  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
  ])('%s', async (number, message) => {
    const session = await open()
    const { statusCode, body } = await enter(session, { number })
    expect(statusCode).toBe(422)
    expect(body).toMatch(new RegExp(`role="alert"><p><strong>${message}`))
    expect(body).toContain(`value="${number}"`)
    expect(body).toContain('<title>Error: ')
    expect(await stateOf(session)).toBe('open')
    expect((await enter(session)).statusCode).toBe(303)
  })
})

test.each([
  ['number', '', 'Enter a card number.'],
  ['number', '4242', 'Your card number is incomplete.'],
  ['number', '4242 4242 4242 4241', 'Your card number is invalid.'],
  ['number', '4111 1111 1111 1111', 'Your card was declined. This is a test checkout'],
  ['expiry', '13/30', 'Your card’s expiration date is incomplete.'],
  ['expiry', '02/26', 'Your card’s expiration date is in the past.'],
  ['cvc', '12', 'Your card’s security code is incomplete.'],
])('a mistake in %s (“%s”) is shown at its field', async (field, value, message) => {
  const session = await open()
  const { statusCode, body } = await enter(session, { [field]: value })
  expect(statusCode).toBe(422)
  expect(body).toMatch(
    new RegExp(
      `id="${field}" [^>]*aria-invalid="true" aria-describedby="${field}-error" autofocus`,
    ),
  )
  expect(body).toContain(`<p class="error" id="${field}-error">${message}`)
  // The page never repeats a card's code.
  expect(body).not.toMatch(/id="cvc"[^>]*value="[^"]+"/)
})

test('an ended or unknown checkout accepts no card', async () => {
  const session = await open()
  now = new Date(now.getTime() + 2 * HOUR)
  expect((await enter(session)).statusCode).toBe(410)
  expect((await show(session)).body).toContain('This checkout has ended')
  expect((await show('cs_sandbox_none')).statusCode).toBe(404)
  expect((await enter('cs_sandbox_none')).statusCode).toBe(404)
})

test('on the bank’s page a person asks, takes, decides, and decides again on appeal', async () => {
  const { sessionId } = await sell('4000 0000 0000 1976')
  const seen = async () => (await gateway.find({ sessionId }))?.disputes[0]
  const inquiry = await seen()
  const url = `/sandbox/disputes/${inquiry?.id}`
  const press = (move: string) => send(url, { move })
  expect((await server.inject({ url })).body).toContain('The bank asks about this payment')
  // A move that does not fit changes nothing.
  await press('won')
  expect(await seen()).toMatchObject({ state: 'inquiry', phase: 'needs_response', fee: 0 })
  const stages = []
  for (const move of ['disputed', 'lost', 'appealed', 'won', 'lost']) {
    await press(move)
    const { state, phase } = (await seen()) ?? {}
    stages.push(`${state} ${phase}`)
  }
  expect(stages).toEqual([
    'opened needs_response',
    'lost ended',
    'lost appealed',
    'won ended',
    'lost ended',
  ])
  expect((await server.inject({ url: '/sandbox/disputes/du_none' })).statusCode).toBe(404)
})

test('evidence is taken once and before its date; without evidence a dispute is lost', async () => {
  const evidence = {
    product: 'A picture',
    deliveredOn: null,
    access: '<b>opened</b>',
    refundPolicy: 'terms',
    statement: 'the receipt',
    file: null,
  }
  const begin = async () => {
    const sold = await sell('4000 0000 0000 2685')
    const { sessionId } = sold
    const { id: disputeId = '' } = (await gateway.find({ sessionId }))?.disputes[0] ?? {}
    const submit = (idempotencyKey: string) =>
      gateway.submitEvidence(sold, { disputeId, evidence, idempotencyKey })
    return { sessionId, disputeId, submit }
  }
  const one = await begin()
  expect((await one.submit('evidence:1')).disputes).toMatchObject([
    { phase: 'under_review', reason: 'product_not_received' },
  ])
  await one.submit('evidence:1')
  await expect(one.submit('evidence:2')).rejects.toThrow('it was submitted or is closed')
  const page = await server.inject({ url: `/sandbox/disputes/${one.disputeId}` })
  expect(page.body).toContain('&#60;b&#62;opened')
  const late = await begin()
  now = new Date(now.getTime() + 15 * 24 * HOUR)
  await expect(late.submit('evidence:3')).rejects.toThrow('evidence has passed')
  await gateway.deliverEvents()
  expect((await gateway.find({ sessionId: late.sessionId }))?.disputes).toMatchObject([
    { state: 'lost', phase: 'ended' },
  ])
})

test('cards that announce a later event cause it: a dispute, a slow refund, a failed refund', async () => {
  const refund = async (sold: Awaited<ReturnType<typeof sell>>) => {
    const { sessionId } = sold
    const key = newId()
    await gateway.refund(sold, { refundId: key, amount: 100, idempotencyKey: key })
    return async () => (await gateway.find({ sessionId }))?.refunds[0]?.state
  }
  const { sessionId } = await sell('4000 0000 0000 0259')
  expect((await gateway.find({ sessionId }))?.disputes).toMatchObject([
    { state: 'opened', amount: 300, fee: 1500 },
  ])
  const slow = await refund(await sell('4000 0000 0000 7726'))
  const failing = await refund(await sell('4000 0000 0000 5126'))
  expect([await slow(), await failing()]).toEqual(['pending', 'succeeded'])
  now = new Date(now.getTime() + 61_000)
  await gateway.deliverEvents()
  await gateway.deliverEvents()
  expect([await slow(), await failing()]).toEqual(['succeeded', 'failed'])
})

test('what was paid and what waits to be told outlive a restart', async () => {
  const sessionId = await open()
  const deaf = openSandbox({
    pool: database.pool,
    clock: { now: () => now },
    secret: 'a-secret-of-tests-with-32-characters',
    seller: 'Mara Lind',
  }).gateway
  await deaf.sandbox.pay(sessionId)
  const received: string[] = []
  const restarted = openGateway(undefined, received)
  expect(await restarted.find({ sessionId })).toMatchObject({ state: 'authorized', amount: 300 })
  await restarted.deliverEvents()
  expect(received).toEqual([
    'payment_intent.amount_capturable_updated',
    'checkout.session.completed',
  ])
  await restarted.deliverEvents()
  expect(received).toHaveLength(2)
})

test('state of an earlier shape is refused with a sentence', async () => {
  const old = await createTestDatabase()
  await makeSchema(old.pool)
  await old.pool.query(`comment on schema stripe_sandbox is 'stripe-sandbox 0'`)
  await expect(makeSchema(old.pool)).rejects.toThrow(/^This database holds test payments in an old/)
  await old.drop()
})

test('ten processes that start together make the schema once', async () => {
  const empty = await createEmptyDatabase()
  await Promise.all(Array.from({ length: 10 }, () => makeSchema(empty.pool)))
  await empty.drop()
})

test('an event that is signed with another secret is refused', async () => {
  const [event] = await gateway.sandbox.list('event')
  if (!event) throw new Error('no event')
  const { body, headers } = gateway.sandbox.sign(event, { secret: 'whsec_guessed' })
  const read = async () => gateway.readWebhook(body, headers)
  await expect(read()).rejects.toThrow('bad_signature')
})

test('an idempotency key is known for a day', async () => {
  const { sessionId, intentId } = await sell('4242 4242 4242 4242')
  const refund = async () =>
    (
      await gateway.refund(
        { sessionId, intentId },
        { refundId: 'once', amount: 100, idempotencyKey: `refund:${sessionId}` },
      )
    ).refunds.length
  expect([await refund(), await refund()]).toEqual([1, 1])
  now = new Date(now.getTime() + 24 * HOUR)
  expect(await refund()).toBe(1)
  now = new Date(now.getTime() + 1000)
  expect(await refund()).toBe(2)
})

describe('with tax in the price', () => {
  let taxing: SandboxGateway
  beforeAll(() => {
    taxing = openGateway({ image: 'txcd_10501000', video: 'txcd_10402100' })
  })

  test('the page asks for the country and prints the rates', async () => {
    const { body } = await show(await open('Portrait', taxing))
    expect(body).toContain('<label for="country">Country</label>')
    expect(body).toContain('Includes the tax of your country.')
    expect(body).toContain('Tax rates, made up for tests')
    expect(body).toContain('<li>Canada, Quebec: 5% GST and 10% QST</li>')
  })

  test('a payment without a country is refused at the field, and keeps what was entered', async () => {
    const session = await open('Portrait', taxing)
    for (const country of ['', 'ZZ']) {
      const { statusCode, body } = await enter(session, { country })
      expect(statusCode).toBe(422)
      expect(body).toContain('<p class="error" id="country-error">Choose a country.</p>')
      expect(body).toMatch(/<select id="country" [^>]*aria-invalid="true"/)
    }
    const declined = await enter(session, { country: 'HU', number: '4000000000000002' })
    expect(declined.body).toContain('<option value="HU" selected>Hungary</option>')
    expect(await stateOf(session)).toBe('open')
  })

  test.each([
    ['AT', [{ jurisdiction: 'AT', name: 'VAT', amount: 50 }]],
    [
      'CA-QC',
      [
        { jurisdiction: 'CA', name: 'GST', amount: 13 },
        { jurisdiction: 'CA-QC', name: 'QST', amount: 26 },
      ],
    ],
    ['XX', []],
  ])('the price of $3.00 includes the tax of %s', async (country, taxes) => {
    const session = await open('Portrait', taxing)
    await enter(session, { country })
    expect(await gateway.find({ sessionId: session })).toMatchObject({ amount: 300, taxes })
  })

  test('a checkout that was opened without tax stays without', async () => {
    const session = await open()
    expect((await show(session)).body).not.toContain('Country')
    await enter(session)
    expect(await gateway.find({ sessionId: session })).toMatchObject({ taxes: [] })
  })
})
