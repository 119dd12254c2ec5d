import { FOLLOWS_MOST } from '@vignette/contract/follows.ts'
import type { NoticeView } from '@vignette/contract/notices.ts'
import type { StorefrontView } from '@vignette/contract/storefronts.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { idOf, publish, recipeFor } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let clock: ReturnType<typeof shiftClock>
let app: TestApp
beforeEach(async () => {
  clock = shiftClock()
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
    change: clock.change,
  })
})
afterEach(() => app.close())

async function enter(name: string) {
  const browser = new Browser(app.url)
  await signIn(browser, `${name}@example.com`)
  const id = await idOf(browser)
  await approve(app.ctx, id)
  await browser.json('/users', { method: 'PUT', body: { username: name } })
  return { browser, id }
}

const follow = (browser: Browser, id: string, method = 'PUT') =>
  browser.json<{ following?: boolean; code?: string }>(`/users/${id}/follow`, { method })
const isFollowing = async (browser: Browser, id: string) =>
  (await follow(browser, id, 'GET')).body.following
const namesOf = async (browser: Browser) =>
  (await browser.json<{ workflows: WorkflowCard[] }>('/follows/workflows')).body.workflows.map(
    ({ name }) => name,
  )
const followsOf = async (browser: Browser) =>
  (await browser.json<{ follows: { handle: string }[] }>('/follows')).body.follows.map(
    ({ handle }) => handle,
  )
const newsOf = async (browser: Browser) =>
  (await browser.json<{ notices: NoticeView[] }>('/notices')).body.notices.map(({ title }) => title)
const feedOf = (handle: string) => fetch(`${app.url}/@${handle}/feed.xml`, { redirect: 'manual' })

test('a follower finds new recipes in a list and among the notices, once, without a letter', async () => {
  const [marit, finn, olga] = [await enter('marit'), await enter('finn'), await enter('olga')]
  await publish(marit.browser, { name: 'Before' })
  expect((await follow(finn.browser, marit.id)).body).toEqual({ following: true })
  expect(await isFollowing(finn.browser, marit.id)).toBe(true)
  expect(await followsOf(finn.browser)).toEqual(['marit'])
  expect(await namesOf(finn.browser)).toEqual(['Before'])
  expect(await newsOf(finn.browser)).toEqual([])

  const recipe = await publish(marit.browser, { name: 'After' })
  await expect.poll(() => newsOf(finn.browser)).toEqual(['New from @marit: “After”'])
  expect(await namesOf(finn.browser)).toEqual(['After', 'Before'])
  expect(await newsOf(olga.browser)).toEqual([])

  // Followers hear neither of another version nor of a return to Discover.
  await marit.browser.json(`/workflows/${recipe.id}`, {
    method: 'PUT',
    body: recipeFor(marit.id, { name: 'After all' }),
  })
  for (const state of ['paused', 'listed']) {
    await marit.browser.json(`/workflows/${recipe.id}/state`, { method: 'PUT', body: { state } })
  }
  await publish(marit.browser, { name: 'Third' })
  await expect
    .poll(() => newsOf(finn.browser))
    .toEqual(['New from @marit: “Third”', 'New from @marit: “After”'])
  const letters = await app.ctx.db.execute(sql`select 1 from letters`)
  expect(letters.rows).toEqual([])
})

test('an old recipe that is listed again is no news', async () => {
  const [marit, finn] = [await enter('marit'), await enter('finn')]
  const old = await publish(marit.browser, { name: 'Old' })
  const set = (state: string) =>
    marit.browser.json(`/workflows/${old.id}/state`, { method: 'PUT', body: { state } })
  await set('unlisted')
  clock.hours = 31 * 24
  await signIn(marit.browser, 'marit@example.com')
  await signIn(finn.browser, 'finn@example.com')
  await follow(finn.browser, marit.id)
  await set('listed')
  await publish(marit.browser, { name: 'New' })
  await expect.poll(() => newsOf(finn.browser)).toEqual(['New from @marit: “New”'])
})

test('a second follow changes nothing; one’s own account, an account without a username and a caller without an account are refused', async () => {
  const [marit, finn] = [await enter('marit'), await enter('finn')]
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => follow(finn.browser, marit.id)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await followsOf(finn.browser)).toEqual(['marit'])
  expect((await follow(finn.browser, finn.id)).status).toBe(403)
  const unnamed = new Browser(app.url)
  await signIn(unnamed, 'unnamed@example.com')
  expect((await follow(finn.browser, await idOf(unnamed))).status).toBe(404)
  expect((await follow(new Browser(app.url), marit.id)).status).toBe(401)
  expect((await follow(finn.browser, marit.id, 'DELETE')).status).toBe(200)
  expect((await follow(finn.browser, marit.id, 'DELETE')).status).toBe(200)
  expect(await isFollowing(finn.browser, marit.id)).toBe(false)
  expect(await namesOf(finn.browser)).toEqual([])
})

test('ten simultaneous follows take the last free place once, and two people may follow each other at once', async () => {
  const [marit, finn] = [await enter('marit'), await enter('finn')]
  const both = await Promise.all([follow(finn.browser, marit.id), follow(marit.browser, finn.id)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  await app.ctx.db.execute(sql`
    with people as (
      insert into principals (id, kind, browser_chose_id, issuer, subject, created_at)
      select gen_random_uuid(), 'user', true, 'test', n::text, now()
      from generate_series(1, ${FOLLOWS_MOST - 2}::int) n returning id)
    insert into follows (id, follower_id, followed_id, created_at)
    select gen_random_uuid(), ${finn.id}::uuid, id, now() from people`)
  const others = await Promise.all(Array.from({ length: 10 }, (_, at) => enter(`other${at}`)))
  const answers = await Promise.all(others.map(({ id }) => follow(finn.browser, id)))
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 403)])
})

test('a storefront tells the number of followers from eleven on', async () => {
  const marit = await enter('marit')
  const told = async (handle: string) =>
    (await new Browser(app.url).json<StorefrontView>(`/storefronts/${handle}`)).body.followers
  for (let at = 0; at < 10; at++) await follow((await enter(`fan${at}`)).browser, marit.id)
  expect(await told('marit')).toBeNull()
  await follow((await enter('fan10')).browser, marit.id)
  await marit.browser.json('/users', { method: 'PUT', body: { username: 'olen' } })
  expect(await told('olen')).toBe(11)
})

test('a feed tells the listed recipes, escaped, and follows a changed name', async () => {
  const marit = await enter('marit')
  await publish(marit.browser, { name: 'Ink & <Light>', description: 'Prints.' })
  const hidden = await publish(marit.browser, { name: 'Unlisted' })
  await marit.browser.json(`/workflows/${hidden.id}/state`, {
    method: 'PUT',
    body: { state: 'unlisted' },
  })
  const feed = await feedOf('marit')
  expect(feed.status).toBe(200)
  expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const text = await feed.text()
  expect(text).toContain('<title>Ink &amp; &lt;Light&gt;</title>')
  expect(text).toContain('<description>Prints. · Free</description>')
  expect(text).toContain(`<link>${app.url}/@marit</link>`)
  expect(text).not.toContain('Unlisted')

  await marit.browser.json('/users', { method: 'PUT', body: { username: 'olen' } })
  const moved = await feedOf('marit')
  expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual(
    [308, '/@olen/feed.xml', 'no-cache'],
  )
  expect((await feedOf('nobody')).status).toBe(404)
})

test('follows go with either account, and are in the export of the follower', async () => {
  const [marit, finn, olga] = [await enter('marit'), await enter('finn'), await enter('olga')]
  await follow(finn.browser, marit.id)
  await follow(finn.browser, olga.id)
  await follow(olga.browser, finn.id)
  const zip = await finn.browser.fetch('/api/v1/users/me/export')
  const files = readZip(Buffer.from(await zip.arrayBuffer()))
  expect(JSON.parse(String(files.get('follows.json')))).toMatchObject([
    { handle: 'marit' },
    { handle: 'olga' },
  ])
  await marit.browser.json('/users/me', { method: 'DELETE' })
  expect(await followsOf(finn.browser)).toEqual(['olga'])
  await finn.browser.json('/users/me', { method: 'DELETE' })
  expect(await followsOf(olga.browser)).toEqual([])
  expect((await app.ctx.db.execute(sql`select 1 from follows`)).rows).toEqual([])
})
