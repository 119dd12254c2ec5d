import { WAIVER_VERSION, WAIVER_WORDS } from '@vignette/contract/withdrawal-words.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '../../src/schema/generation.ts'
import { payments } from '../../src/schema/payments.ts'
import { charged, enterCard, idOf, openCheckout, publish, type Refusal } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { mailTo } from '../support/mail-to.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

interface Asked extends Refusal {
  id?: string
  checkout_url: string
  session_id: string
  amount: number
  currency: string
  expires_at: string
}

interface Sale {
  workflow: { name: string; creator_handle: string }
  amount: number
  license: string
  inputs: { title: string; value: string }[] | null
  files: number
  proof: boolean
  declared: string[] | null
  state: string
  expires_at: string
}

let app: TestApp
let owner: Browser
let token: string
let priced: string
let withPhoto: string
const payer = () => new Browser(app.url)

beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
  })
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  await approve(app.ctx, await idOf(creator))
  priced = (await publish(creator, { name: 'A fair', price: 300 })).id
  withPhoto = (
    await publish(creator, {
      price: 400,
      inputs: [
        { key: 'photo', type: 'image', display_name: 'Photo' },
        { key: 'word', type: 'text', display_name: 'Word' },
      ],
      steps: [
        {
          id: 'draw',
          provider: 'local',
          function_type: 'restyle',
          first_image: '{{photo}}',
          prompt: '{{word}}',
        },
      ],
    })
  ).id
  owner = new Browser(app.url)
  await signIn(owner, 'owner@example.com')
  const made = await owner.json<{ token: string }>('/users/me/tokens', { body: { label: 'shop' } })
  token = made.body.token
})
afterAll(() => app.close())

const run = (recipe: string, body: object, key?: string) =>
  new Browser(app.url).json<Asked>(`/workflows/${recipe}/creations`, {
    body: { async: false, ...body },
    headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
  })
const tokenOf = (address: string) => address.split('#')[1] ?? ''
const open = async (address: string) =>
  (await payer().json<Sale>('/payment/link', { body: { token: tokenOf(address) } })).body
const pay = async (address: string, email?: string) => {
  const { body } = await payer().json<{ url: string }>('/payment/link/pay', {
    body: { token: tokenOf(address), email },
  })
  return enterCard(body.url)
}

test('a run that nobody paid for answers where a person pays for it, and runs once afterwards', async () => {
  const boat = { user_inputs: { wish: 'a boat' } }
  const asked = await run(priced, boat, 'order-1')
  expect(asked.status).toBe(402)
  expect(asked.body).toMatchObject({ code: 'payment_required', amount: 300, currency: 'usd' })
  expect(asked.body.checkout_url).toMatch(new RegExp(`^${app.url}/pay#`))
  const sale = await open(asked.body.checkout_url)
  expect(sale).toMatchObject({
    workflow: { name: 'A fair' },
    amount: 300,
    inputs: [{ value: 'a boat' }],
    files: 0,
    state: 'open',
    expires_at: asked.body.expires_at,
  })
  expect((await run(priced, boat, 'order-1')).body).toMatchObject({
    checkout_url: asked.body.checkout_url,
    session_id: asked.body.session_id,
  })
  const back = await pay(asked.body.checkout_url, 'payer@example.org')
  expect(back.headers.get('location')).toBe(asked.body.checkout_url)
  expect((await open(asked.body.checkout_url)).state).toBe('authorized')

  const ten = await Promise.all(Array.from({ length: 10 }, () => run(priced, boat, 'order-1')))
  expect(new Set(ten.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await app.ctx.db.$count(jobs)).toBe(1)
  const id = ten[0]?.body.id ?? ''
  expect((await charged(owner, id)).amount).toBe(300)
  expect((await open(asked.body.checkout_url)).state).toBe('charged')
  expect((await payer().json(`/creations/${id}`)).status).toBe(404)

  const letters = await mailTo(app, 'payer@example.org')
  expect(letters.map(({ subject }) => subject)).toEqual(['Receipt: $3.00 for “A fair”'])
  const [, receipt] = /\/receipt#(\S+)/.exec(letters[0]?.body ?? '') ?? []
  const paper = await payer().json<{ receipt: { amount: number }; claim: string | null }>(
    '/receipts',
    { body: { token: receipt } },
  )
  expect(paper.body).toMatchObject({ receipt: { amount: 300 }, claim: null })
})

test('calls at once for the same run share one checkout, and another run has its own', async () => {
  const asked = await Promise.all(
    Array.from({ length: 10 }, () => run(priced, { user_inputs: { wish: 'a tent' } })),
  )
  expect(new Set(asked.map(({ body }) => body.session_id)).size).toBe(1)
  const other = await run(priced, { user_inputs: { wish: 'a tower' } })
  const again = await run(priced, { user_inputs: { wish: 'a tent' } }, 'order-2')
  const sessions = [asked[0], other, again].map((one) => one?.body.session_id)
  expect(new Set(sessions).size).toBe(3)
})

test('what was paid by a link makes no other run, and is not offered on the site', async () => {
  const { body } = await run(priced, { user_inputs: { wish: 'a swan' } }, 'order-3')
  await pay(body.checkout_url)
  expect((await open(body.checkout_url)).state).toBe('authorized')
  const changed = { user_inputs: { wish: 'a goose' } }
  const named = await run(priced, { ...changed, session_id: body.session_id })
  expect([named.status, named.body.code]).toEqual([409, 'conflict'])
  expect((await run(priced, changed, 'order-3')).status).toBe(402)
  const site = await owner.json<{ payment: object | null }>(`/payment/open?workflow_id=${priced}`)
  expect(site.body.payment).toBeNull()
  const click = await owner.json<Asked>(`/workflows/${priced}/creations`, { body: changed })
  expect([click.status, click.body.checkout_url]).toEqual([402, undefined])
  const kept = await run(priced, { user_inputs: { wish: 'a swan' }, session_id: body.session_id })
  expect(kept.status).toBe(200)
})

test('of files the payer sees the number alone', async () => {
  const file = await uploadTo(app.url, 'image', await encodePicture('png', 300, 300), {
    browser: owner,
  })
  const photo = { url: file.body.url }
  const { body } = await run(withPhoto, { user_inputs: { photo, word: 'hello' } })
  expect(body.error).toContain('costs $4.00')
  const sale = await open(body.checkout_url)
  expect(sale).toMatchObject({ inputs: [{ title: 'Word', value: 'hello' }], files: 1 })
  expect(JSON.stringify(sale)).not.toContain(file.body.id)
})

test('what could not be made is refused before anybody is asked to pay', async () => {
  const before = await app.ctx.db.$count(payments)
  const { status, body } = await run(priced, { user_inputs: {} })
  expect([status, body.code]).toEqual([400, 'validation_failed'])
  expect(await app.ctx.db.$count(payments)).toBe(before)
})

test('a forged link opens nothing, and a paid one pays nothing twice', async () => {
  const forged = await payer().json<Refusal>('/payment/link', { body: { token: 'a.b.c' } })
  expect(forged.status).toBe(404)
  const { body } = await run(priced, { user_inputs: { wish: 'a key' } })
  await pay(body.checkout_url)
  expect((await open(body.checkout_url)).state).toBe('authorized')
  const twice = await payer().json<Refusal>('/payment/link/pay', {
    body: { token: tokenOf(body.checkout_url) },
  })
  expect([twice.status, twice.body.code]).toEqual([409, 'payment_state'])
})

test('a checkout of the site’s own still pays for the run of a token', async () => {
  const { body } = await openCheckout(owner, priced)
  await enterCard(body.url)
  expect((await run(priced, { user_inputs: { wish: 'a sail' } })).status).toBe(200)
})

describe('what a program’s buyer declared, where consumers can withdraw', () => {
  const WAIVER = { version: WAIVER_VERSION, begin_now: true, right_lost: true }
  const boat = { user_inputs: { wish: 'a boat' } }
  let law: string
  beforeAll(() => {
    law = app.ctx.config.CONSUMER_LAW
    Object.assign(app.ctx.config, { CONSUMER_LAW: 'eu' })
  })
  afterAll(() => Object.assign(app.ctx.config, { CONSUMER_LAW: law }))

  const ofSession = async (sessionId: string) =>
    (await app.ctx.db.select().from(payments).where(eq(payments.sessionId, sessionId)))[0]
  const bought = async (key: string, body: object) => {
    const { body: asked } = await run(priced, { ...boat, ...body }, key)
    await pay(asked.checkout_url)
    const made = await run(priced, { ...boat, ...body }, key)
    expect(made.status).toBe(200)
    return { asked, receipt: await charged(owner, made.body.id ?? '') }
  }

  test('is kept with the payment that the call opens, read by who pays, confirmed by letter, and ends the right', async () => {
    const asked = await run(priced, { ...boat, waiver: WAIVER }, 'eu-1')
    expect(asked.status).toBe(402)
    expect(await open(asked.body.checkout_url)).toMatchObject({
      declared: Object.values(WAIVER_WORDS),
    })
    await pay(asked.body.checkout_url)
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => run(priced, { ...boat, waiver: WAIVER }, 'eu-1')),
    )
    expect(new Set(ten.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    const receipt = await charged(owner, ten[0]?.body.id ?? '')
    expect(receipt.withdrawal).toMatchObject({ state: 'waived' })
    const confirmed = (await mailTo(app, 'owner@example.com')).filter(({ subject }) =>
      /confirm/i.test(subject),
    )
    expect(confirmed).toHaveLength(1)
  })

  test('left out, leaves the right, and a call that comes later adds nothing', async () => {
    const without = await bought('eu-2', {})
    expect(without.receipt.withdrawal).toMatchObject({ state: 'open' })
    const asked = await run(priced, boat, 'eu-3')
    await Promise.all(
      Array.from({ length: 5 }, () => run(priced, { ...boat, waiver: WAIVER }, 'eu-3')),
    )
    expect(await ofSession(asked.body.session_id)).toMatchObject({ waiver: null })
    expect(await open(asked.body.checkout_url)).toMatchObject({ declared: null })
  })

  test.each([
    ['of older words', { ...WAIVER, version: '2026-01-01' }],
    ['half of it', { ...WAIVER, right_lost: false }],
    ['none of it', {}],
    ['a text', 'yes'],
  ])('%s is refused, and nothing is written', async (_, waiver) => {
    const before = await app.ctx.db.$count(payments)
    expect((await run(priced, { ...boat, waiver }, crypto.randomUUID())).status).toBe(400)
    expect(await app.ctx.db.$count(payments)).toBe(before)
  })

  test('is kept for no other person’s payment, for none that is not there, and for no sale outside that law', async () => {
    const fan = new Browser(app.url)
    await signIn(fan, 'fan@example.com')
    const { body } = await openCheckout(fan, priced)
    await enterCard(body.url)
    const other = await run(
      priced,
      { ...boat, session_id: body.session_id, waiver: WAIVER },
      'eu-4',
    )
    expect(other.status).toBeGreaterThanOrEqual(400)
    const theirs = await ofSession(body.session_id)
    expect(theirs).toMatchObject({ waiver: null, jobId: null })
    const declared = await new Browser(app.url).json<Refusal>(`/payment/${theirs?.id}/waiver`, {
      body: { waiver: WAIVER },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(declared.status).toBe(404)

    const free = (await publish(owner, { name: 'A gift' })).id
    const before = await app.ctx.db.$count(payments)
    expect((await run(free, { ...boat, waiver: WAIVER }, 'eu-5')).status).toBe(200)
    expect(await app.ctx.db.$count(payments)).toBe(before)

    Object.assign(app.ctx.config, { CONSUMER_LAW: 'none' })
    const outside = await run(priced, { ...boat, waiver: WAIVER }, 'eu-6')
    expect(await ofSession(outside.body.session_id)).toMatchObject({
      waiver: null,
      consumerLaw: null,
    })
    Object.assign(app.ctx.config, { CONSUMER_LAW: 'eu' })
  })
})
