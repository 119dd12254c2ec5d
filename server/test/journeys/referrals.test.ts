import { type VisitSource, writeCameFrom } from '@vignette/contract/visit-source.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performCapture } from '../../src/features/payments/capture/capture.ts'
import { payments } from '../../src/schema/payments.ts'
import { referralDays } from '../../src/schema/promotion.ts'
import { idOf, pay, publish, remixNow } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const CALM = { clicks: 0, buyers: 0, pending: 0, available: 0, paid: 0 }

let app: TestApp
const clock = shiftClock()
let creator: Browser
let recipe: string
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: async () => picture() })],
    env: UNLIMITED_RATES,
    change: clock.change,
  })
  creator = await enter('maker@example.com', 'maker')
  recipe = (await publish(creator, { price: 300 })).id
})
afterAll(() => app.close())

async function enter(email: string, username?: string): Promise<Browser> {
  const browser = new Browser(app.url)
  await signIn(browser, email)
  if (username) await browser.json('/users', { method: 'PUT', body: { username } })
  return browser
}

interface Referrals {
  link: string
  clicks: number
  buyers: number | null
  pending: number
  available: number
  paid: number
}

const referralsOf = async (browser: Browser) => (await browser.json<Referrals>('/referrals')).body

/** Opens a link as a person does; answers where it leads. */
async function follow(browser: Browser, link: string, headers: Record<string, string> = PERSON) {
  const answer = await browser.fetch(link, { headers })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
  return answer.headers.get('location')
}

async function buy(browser: Browser) {
  const session_id = await pay(browser, recipe, { user_inputs: { wish: 'boat' } })
  await remixNow(browser, recipe, { session_id })
  const find = async () => {
    const [row] = await app.ctx.db.select().from(payments).where(eq(payments.sessionId, session_id))
    if (!row) throw new Error('no such payment')
    return row
  }
  await performCapture(app.ctx, (await find()).id)
  return find()
}

test('a fan’s link leads a new buyer to the recipe, and what the buyer pays earns the fan 5%', async () => {
  const fan = await enter('fan@example.com', 'ann')
  const { link, ...before } = await referralsOf(fan)
  expect(link).toBe(`${app.url}/r?via=ann`)
  expect(before).toMatchObject(CALM)
  const buyer = new Browser(app.url)
  expect(await follow(buyer, `/r/${recipe}?via=ann`)).toBe(
    `/workflows/${recipe}?utm_source=fan-link`,
  )
  const kept = buyer.cookies.get('vignette_via')
  expect(await follow(buyer, link)).toBe('/workflows?utm_source=fan-link')
  // The first visit counts, so the cookie stays the same.
  expect(buyer.cookies.get('vignette_via')).toBe(kept)
  expect(await buy(buyer)).toMatchObject({ referrerId: await idOf(fan), referralPercent: 5 })
  expect(await referralsOf(fan)).toMatchObject({
    clicks: 1,
    buyers: null,
    pending: 15,
    available: 0,
  })
  clock.hours += 15 * 24
  // A browser that is away for two weeks is signed out.
  await signIn(fan, 'fan@example.com')
  expect(await referralsOf(fan)).toMatchObject({ pending: 0, available: 15, paid: 0 })
})

test('the last fan’s link counts, and the link of a fan without a username has an id', async () => {
  const [first, last] = [await enter('one@example.com', 'one.fan'), await enter('two@example.com')]
  const id = await idOf(last)
  expect((await referralsOf(last)).link).toBe(`${app.url}/r?via=${id}`)
  const buyer = new Browser(app.url)
  await follow(buyer, '/r?via=@One.Fan')
  await follow(buyer, `/r?via=${id}`)
  // Of the whole site's link the buyer's browser keeps no way to this recipe: the fan's link is the way.
  expect(await buy(buyer)).toMatchObject({
    referrerId: id,
    referralPercent: 5,
    cameFrom: 'tag:fan-link',
  })
  expect(await referralsOf(first)).toMatchObject({ ...CALM, clicks: 1 })
})

test('a sale within 30 days of a fan’s link counts as one, unless the creator’s own link came later', async () => {
  await enter('four@example.com', 'four')
  const cameBy = (source: VisitSource, daysAgo: number) =>
    writeCameFrom(
      undefined,
      recipe,
      source,
      new Date(app.ctx.clock.now().getTime() - daysAgo * 86_400_000),
    )
  const buyers = [new Browser(app.url), new Browser(app.url)] as const
  for (const buyer of buyers) await follow(buyer, '/r?via=four')
  clock.hours += 10 * 24
  buyers[0].cookies.set('came_from', cameBy('link:bio-nov', 20))
  expect(await buy(buyers[0])).toMatchObject({ cameFrom: 'tag:fan-link' })
  buyers[1].cookies.set('came_from', cameBy('link:bio-nov', 2))
  expect(await buy(buyers[1])).toMatchObject({ cameFrom: 'link:bio-nov', referralPercent: 5 })
})

test('a fan’s own link, an unknown name and a program get no cookie', async () => {
  const fan = await enter('own@example.com', 'own.fan')
  await follow(fan, '/r?via=own.fan')
  expect(fan.cookies.has('vignette_via')).toBe(false)
  // The browser in which the fan signed in stays the fan's after the sign-out, whatever was opened there.
  await fan.json('/auth/logout', { body: {} })
  await follow(fan, '/r?via=own.fan')
  expect(fan.cookies.has('vignette_via')).toBe(false)
  const stranger = new Browser(app.url)
  for (const via of ['nobody.here', 'x'.repeat(300), "' or 1=1"]) {
    await follow(stranger, `/r/${recipe}?via=${encodeURIComponent(via)}`)
  }
  expect(await follow(stranger, '/r/nope?via=own.fan&via=maker')).toBe(
    '/workflows?utm_source=fan-link',
  )
  await follow(stranger, '/r?via=own.fan', { 'user-agent': 'Mozilla/5.0 (compatible; Bot/1.0)' })
  expect(stranger.cookies.has('vignette_via')).toBe(false)
})

test('a page that shows the link as a picture, or fetches the link ahead, counts no click', async () => {
  const fan = await enter('stuffer@example.com', 'stuffer')
  for (const [header, value] of [
    ['sec-fetch-dest', 'image'],
    ['sec-fetch-dest', 'iframe'],
    ['sec-purpose', 'prefetch'],
  ] as const) {
    const reader = new Browser(app.url)
    await follow(reader, '/r?via=stuffer', { ...PERSON, [header]: value })
    expect(reader.cookies.has('vignette_via')).toBe(false)
  }
  const clicker = new Browser(app.url)
  await follow(clicker, '/r?via=stuffer', { ...PERSON, 'sec-fetch-dest': 'document' })
  expect(clicker.cookies.has('vignette_via')).toBe(true)
  expect(await referralsOf(fan)).toMatchObject({ clicks: 1 })
})

test('a flood of clicks from one network counts as forty people, and a browser without cookies once', async () => {
  const fan = await enter('flooded@example.com', 'flooded')
  for (let at = 0; at < 5; at++) await follow(new Browser(app.url), '/r?via=flooded')
  expect(await referralsOf(fan)).toMatchObject({ clicks: 1 })
  for (let at = 0; at < 60; at++) {
    const agent = { 'user-agent': `${PERSON['user-agent']} ${at}` }
    await follow(new Browser(app.url), '/r?via=flooded', agent)
  }
  expect(await referralsOf(fan)).toMatchObject({ clicks: 40 })
})

test('a creator’s own link to the recipe, and a forged cookie, earn nothing', async () => {
  const buyer = new Browser(app.url)
  await follow(buyer, '/r?via=maker')
  expect(await buy(buyer)).toMatchObject({ referralPercent: 0 })
  const forger = new Browser(app.url)
  const seconds = Math.floor(app.ctx.clock.now().getTime() / 1000).toString(36)
  forger.cookies.set('vignette_via', `${await idOf(creator)}~${seconds}~.c2lnbmVk`)
  expect(await buy(forger)).toMatchObject({ referrerId: null })
})

test('a buyer who signs in keeps the referral, except one who turns out to be the fan', async () => {
  await enter('three@example.com', 'three')
  const buyer = new Browser(app.url)
  await follow(buyer, '/r?via=three')
  await signIn(buyer, 'newcomer@example.com')
  expect(await buy(buyer)).toMatchObject({ referralPercent: 5 })
  const visitor = new Browser(app.url)
  await follow(visitor, '/r?via=three')
  await signIn(visitor, 'three@example.com')
  expect(await buy(visitor)).toMatchObject({ referralPercent: 0 })
})

test('the export names clicks and sales without buyers, and a deleted account’s clicks are deleted', async () => {
  const fan = await enter('leaver@example.com', 'leaver')
  const id = await idOf(fan)
  const buyer = new Browser(app.url)
  await follow(buyer, '/r?via=leaver')
  const bought = await buy(buyer)
  await referralsOf(fan)
  const answer = await fan.fetch('/api/v1/users/me/export')
  const file = readZip(Buffer.from(await answer.arrayBuffer()))
    .get('referrals.json')
    ?.toString()
  expect(JSON.parse(file ?? '')).toMatchObject({
    days: [{ clicks: 1 }],
    sales: [{ workflow_id: recipe, percent: 5 }],
  })
  expect(file).not.toContain(bought.buyerId)
  expect((await fan.json('/users/me', { method: 'DELETE' })).status).toBe(200)
  expect(
    await app.ctx.db.select().from(referralDays).where(eq(referralDays.referrerId, id)),
  ).toEqual([])
  const late = new Browser(app.url)
  await follow(late, '/r?via=leaver')
  expect(late.cookies.has('vignette_via')).toBe(false)
})

test('only the signed-in have referrals', async () => {
  expect((await new Browser(app.url).json('/referrals')).status).toBe(401)
})
