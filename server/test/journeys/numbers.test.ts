import { rm } from 'node:fs/promises'
import type { NumberChoice, NumberSource, Numbers } from '@vignette/contract/numbers.ts'
import { CAME_FROM, writeCameFrom } from '@vignette/contract/visit-source.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundPayment } from '../../src/features/payments/index.ts'
import { recountDays } from '../../src/features/studio/recount-days.ts'
import { writeVisits } from '../../src/features/visits/write-visits.ts'
import { publish, remixNow } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { buildTinyWeb } from '../support/build-tiny-web.ts'
import { sell } from '../support/money/sell-disputed.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const PERSON =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1'

const clock = shiftClock()
// The next noon: an hour later is the same day, whenever the test runs.
clock.hours = (36 - new Date().getUTCHours()) % 24
let dist: string
let app: TestApp
let creator: Browser
beforeAll(async () => {
  dist = await buildTinyWeb()
  app = await startTestApp({
    dist,
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [createScriptedProvider({ start: () => picture() })],
    change: (ctx) => {
      clock.change(ctx)
      // With a trusted proxy, the test can give each person another address.
      Object.assign(ctx.config, { TRUST_PROXY: 1 })
    },
  })
  creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true, force: true })
})

interface Look {
  from?: string
  agent?: string
  address?: string
  cookie?: string
  headers?: Record<string, string>
}

let people = 0
const nextAddress = () => `198.51.${Math.floor(people / 250)}.${++people % 250}`

/** Opens a page as a person at an address of the network. */
async function open(path: string, look: Look = {}): Promise<Response> {
  const answer = await fetch(`${app.url}${path}`, {
    headers: {
      'user-agent': look.agent ?? PERSON,
      'x-forwarded-for': look.address ?? nextAddress(),
      ...(look.from ? { referer: look.from } : {}),
      ...(look.cookie ? { cookie: look.cookie } : {}),
      ...look.headers,
    },
  })
  await answer.text()
  return answer
}

interface OwnNumbers extends Numbers {
  choices: NumberChoice[]
  versions: { version: number; visitors: number | null; sales: number; earned: number }[]
}

async function read(recipe: string, range = '30'): Promise<OwnNumbers> {
  // The server counts a visit after the last byte of its answer.
  await new Promise((resolve) => setImmediate(resolve))
  await writeVisits(app.ctx)
  const { body, status } = await creator.json<OwnNumbers>(
    `/workflows/${recipe}/numbers?range=${range}`,
  )
  expect(status).toBe(200)
  return body
}

const sourceOf = (numbers: Numbers, source: string): NumberSource | undefined =>
  numbers.sources.find((one) => one.source === source)

test('a person counts once a day for their source, also where the page came from a cache', async () => {
  const { id } = await publish(creator)
  const addresses = Array.from({ length: 10 }, nextAddress)
  const page = `/workflows/${id}?via=bio-nov`
  await Promise.all(addresses.map((address) => open(page, { address })))
  for (const address of addresses) await open(page, { address })
  expect((await read(id)).total).toMatchObject({ visitors: 10, visits: 10, runs: 0 })

  clock.hours += 1
  await open(page, { address: addresses[0] ?? '' })
  const numbers = await read(id)
  expect(numbers.total).toMatchObject({ visitors: 10, visits: 11 })
  expect(sourceOf(numbers, 'link:bio-nov')).toMatchObject({ visitors: 10, visits: 11 })
  expect(numbers.days).toHaveLength(30)
  expect(numbers.days.at(-1)).toMatchObject({ visitors: 10 })
})

test('programs, prefetches, foreign frames, unknown recipes and the creator are left out', async () => {
  const { id } = await publish(creator)
  const page = `/workflows/${id}`
  const cookie = [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const agent of ['curl/8', '', `${PERSON} Googlebot/2.1`, 'Mozilla/5.0 HeadlessChrome/140']) {
    await open(page, { agent })
  }
  await open(page, { headers: { 'sec-purpose': 'prefetch' } })
  await open(page, { headers: { 'sec-fetch-dest': 'iframe' } })
  await open(page, { cookie })
  await open(`/api/v1${page}`)
  await open(`/api/v1${page}`, { from: 'https://elsewhere.example/' })
  expect((await read(id)).total).toMatchObject({ visitors: 0, visits: 0 })
  expect((await open('/workflows/01991a2b-0000-7000-8000-00000000000a')).status).toBe(404)
})

test('a page that opens without a document counts for the source that the browser’s cookie keeps', async () => {
  const { id } = await publish(creator)
  const from = `${app.url}/workflows/${id}`
  const kept = writeCameFrom(undefined, id, 'search', app.ctx.clock.now())
  for (let at = 0; at < 5; at++) {
    await open(`/api/v1/workflows/${id}`, { from, cookie: `${CAME_FROM}=${kept}` })
  }
  expect(sourceOf(await read(id), 'search')).toMatchObject({ visitors: 5, visits: 5 })
})

test('the numbers hide fewer than five people, and a flood from one address does not count', async () => {
  const { id } = await publish(creator)
  for (let at = 0; at < 4; at++) await open(`/workflows/${id}`)
  expect((await read(id)).total).toMatchObject({ visitors: null, visits: null })
  const address = nextAddress()
  for (let at = 0; at < 60; at++) {
    await open(`/workflows/${id}`, { address, agent: `${PERSON} ${at}` })
  }
  expect((await read(id)).total).toMatchObject({ visitors: 44 })
})

test('a hundred invented source names make forty rows', async () => {
  const { id } = await publish(creator)
  for (let at = 0; at < 100; at++) await open(`/workflows/${id}?via=name-${at}`)
  await read(id)
  const { rows } = await app.ctx.db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from workflow_visits where workflow_id = ${id}`,
  )
  expect(rows[0]?.rows).toBe(41)
})

test('a sale counts for its buyer’s source, equals the ledger, and a recount leaves it unchanged', async () => {
  const { id } = await publish(creator, { price: 300 })
  const cookie = writeCameFrom(undefined, id, 'host:instagram.com', app.ctx.clock.now())
  const sold = await sell(app, id, undefined, (buyer) => buyer.cookies.set(CAME_FROM, cookie))
  await sell(app, id)
  const numbers = await read(id)
  expect(numbers.total).toMatchObject({
    runs: 2,
    delivered: 2,
    checkouts: 2,
    authorized: 2,
    sales: 2,
    paid: 600,
    refunded: 0,
    earned: 420,
  })
  expect(sourceOf(numbers, 'host:instagram.com')).toMatchObject({ runs: 1, sales: 1, earned: 210 })
  expect(sourceOf(numbers, 'direct')).toMatchObject({ runs: 1, sales: 1, earned: 210 })
  expect(numbers.versions).toMatchObject([{ version: 1, sales: 2, earned: 420 }])

  clock.hours += 48
  await recountDays(app.ctx)
  await refundPayment(app.ctx, { paymentId: sold.paymentId, amount: 100, reason: 'a test' })
  await expect
    .poll(async () => (await read(id)).total)
    .toMatchObject({ sales: 2, paid: 600, refunded: 100, earned: 350 })
  const { body: earnings } = await creator.json<{
    recipes: { workflow_id: string; earned: number }[]
  }>('/users/me/earnings')
  expect(earnings.recipes.find((one) => one.workflow_id === id)?.earned).toBe(350)
  const { body: studio } = await creator.json<{
    total: { earned: number }
    recipes: { id: string; earned: number }[]
  }>('/studio/numbers?range=all')
  expect(studio.total.earned).toBe(earnings.recipes.reduce((sum, one) => sum + one.earned, 0))
  expect(studio.recipes[0]).toMatchObject({ id, earned: 350 })
  expect(await recountDays(app.ctx)).toBe(0)
  const days = (await read(id, '7')).days.filter((day) => day.earned !== 0)
  expect(days.map(({ earned }) => earned)).toEqual([420, -70])
})

test('a free run counts for its source; the creator’s own runs and tests do not count', async () => {
  const { id } = await publish(creator)
  const visitor = new Browser(app.url)
  visitor.cookies.set(CAME_FROM, writeCameFrom(undefined, id, 'discover', app.ctx.clock.now()))
  await remixNow(visitor, id)
  await remixNow(creator, id)
  const numbers = await read(id)
  expect(numbers.total).toMatchObject({ runs: 1, delivered: 1, sales: 0 })
  expect(sourceOf(numbers, 'discover')).toMatchObject({ runs: 1 })
  expect(numbers.times).toMatchObject({ delivered_percent: 100 })
})

test('how runs went is told of each day on which five people ran, by the day on which a run ended', async () => {
  const { id } = await publish(creator)
  const today = () => app.ctx.clock.now().toISOString().slice(0, 10)
  await remixNow(creator, id)
  for (let at = 0; at < 4; at++) await remixNow(new Browser(app.url), id)
  const first = await read(id)
  expect(first.health).toEqual([{ name: today(), delivered_percent: null, p95: null }])
  await remixNow(new Browser(app.url), id)
  const [told, ...others] = (await read(id)).health
  expect(others).toEqual([])
  expect(told).toMatchObject({ name: today(), delivered_percent: 100, p95: expect.any(Number) })
  const year = await read(id, '365')
  expect(year.health).toMatchObject([{ name: today().slice(0, 7), delivered_percent: 100 }])
  const { body: studio } = await creator.json<Numbers>('/studio/numbers?range=7')
  expect(studio.health.find(({ name }) => name === today())).toMatchObject({
    delivered_percent: 100,
  })
})

test('choices are counted from five people on, and no number shows what people typed', async () => {
  const options = [
    { value: 'ink', label: 'Ink' },
    { value: 'oil', label: 'Oil' },
    { value: 'wash', label: 'Wash' },
  ]
  const { id } = await publish(creator, {
    inputs: [
      { key: 'wish', type: 'text' },
      { key: 'look', type: 'text', display_name: 'Look', options },
    ],
  })
  for (const look of ['ink', 'ink', 'ink', 'ink', 'ink', 'oil']) {
    await remixNow(new Browser(app.url), id, { user_inputs: { wish: 'a secret wish', look } })
  }
  await remixNow(creator, id, { user_inputs: { wish: 'mine', look: 'wash' } })
  const { choices, ...others } = await read(id)
  expect(choices).toEqual([
    {
      key: 'look',
      name: 'Look',
      options: [
        { ...options[0], times: 5 },
        { ...options[1], times: null },
        { ...options[2], times: 0 },
      ],
    },
  ])
  expect(JSON.stringify([choices, others])).not.toContain('secret')
})
