import type { OwnStorefront, StorefrontView } from '@vignette/contract/storefronts.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { banUser } from '../../src/features/identity/ban-user.ts'
import { sweepMedia } from '../../src/features/media/sweep-media.ts'
import { idOf, publish, type Refusal, remixNow } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

const YEAR_HOURS = 366 * 24

let clock: ReturnType<typeof shiftClock>
let app: TestApp
beforeEach(async () => {
  clock = shiftClock()
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [createScriptedProvider({ start: () => picture() })],
    change: clock.change,
  })
})
afterEach(() => app.close())

async function enter(name: string, options: { admin?: boolean } = {}) {
  const browser = new Browser(app.url)
  await signIn(browser, `${name}@example.com`, options)
  const id = await idOf(browser)
  await approve(app.ctx, id)
  return { browser, id }
}

const call = (browser: Browser, username: string) =>
  browser.json<Refusal>('/users', { method: 'PUT', body: { username } })

async function enterNamed(name: string) {
  const one = await enter(name)
  expect((await call(one.browser, name)).status).toBe(200)
  return one
}

const NOTHING = { show_picture: false, lines: [], links: [], featured_id: null, order: [] }

const save = (browser: Browser, change: object) =>
  browser.json<OwnStorefront & Refusal>('/users/me/storefront', {
    method: 'PUT',
    body: { ...NOTHING, ...change },
  })

const look = (handle: string) =>
  new Browser(app.url).json<StorefrontView & Refusal>(`/storefronts/${handle}`)

test('a storefront shows what its creator chose: lines, links, the featured recipe, the order', async () => {
  const { browser, id } = await enterNamed('marit')
  const [first, second, third] = [
    await publish(browser, { name: 'First' }),
    await publish(browser, { name: 'Second' }),
    await publish(browser, { name: 'Third' }),
  ]
  const names = async () => (await look('marit')).body.recipes.map(({ name }) => name)
  expect(await names()).toEqual(['Third', 'Second', 'First'])

  const saved = await save(browser, {
    lines: ['Posters of the north.', ''],
    links: [{ label: 'My shop', url: 'https://shop.example.com/a?b=1#c' }],
    featured_id: second.id,
    order: [first.id, third.id],
  })
  expect(saved.body).toMatchObject({ handle: 'marit', featured_id: second.id })
  const { body } = await look('marit')
  expect(body).toMatchObject({
    id,
    handle: 'marit',
    picture: null,
    lines: ['Posters of the north.'],
    links: [{ label: 'My shop', url: 'https://shop.example.com/a?b=1#c' }],
    featured: { id: second.id, name: 'Second' },
    recipes_total: 3,
    remixes: null,
  })
  expect(body.recipes.map(({ name }) => name)).toEqual(['First', 'Third'])

  // What leaves Discover leaves the storefront, also as the featured recipe.
  await browser.json(`/workflows/${second.id}/state`, {
    method: 'PUT',
    body: { state: 'unlisted' },
  })
  await browser.json(`/workflows/${third.id}`, { method: 'DELETE' })
  expect((await look('marit')).body).toMatchObject({ featured: null, recipes_total: 1 })
  expect(await names()).toEqual(['First'])
})

test('a storefront shows public creations, first those that other people made with the recipes', async () => {
  const { browser } = await enterNamed('marit')
  const fan = await enterNamed('finn')
  const recipe = await publish(browser)
  const other = await publish(fan.browser, { name: 'Of the fan' })
  const shown = await remixNow(fan.browser, recipe.id, { public: true })
  await remixNow(fan.browser, recipe.id)
  const own = await remixNow(browser, other.id, { public: true })
  const { body } = await look('marit')
  expect(body.made_with.map((one) => [one.id, one.author_handle])).toEqual([[shown.id, 'finn']])
  expect(body.made_by.map((one) => one.id)).toEqual([own.id])
  // The same creation is not shown twice.
  const fans = (await look('finn')).body
  expect(fans.made_with.map((one) => one.id)).toEqual([own.id])
  expect(fans.made_by.map((one) => one.id)).toEqual([shown.id])

  // A creation leads to its recipe, and no other page may list what the recipe's creator does not.
  const setState = (state: string) =>
    fan.browser.json(`/workflows/${other.id}/state`, { method: 'PUT', body: { state } })
  await setState('unlisted')
  expect((await look('marit')).body.made_by).toEqual([])
  expect((await look('finn')).body.made_with).toEqual([])
  await setState('listed')
  expect((await look('marit')).body.made_by.map((one) => one.id)).toEqual([own.id])
})

describe('a storefront refuses', () => {
  const refusals: [name: string, change: object][] = [
    ['a link without https', { links: [{ label: 'a', url: 'http://example.com' }] }],
    ['a script as a link', { links: [{ label: 'a', url: 'javascript:alert(1)' }] }],
    ['a link with a password', { links: [{ label: 'a', url: 'https://me:secret@example.com' }] }],
    ['a link to a machine', { links: [{ label: 'a', url: 'https://127.0.0.1/' }] }],
    ['a link to a local name', { links: [{ label: 'a', url: 'https://localhost/' }] }],
    ['a link without a name', { links: [{ label: ' ', url: 'https://example.com' }] }],
    [
      'six links',
      { links: Array.from({ length: 6 }, () => ({ label: 'a', url: 'https://example.com' })) },
    ],
    ['three lines', { lines: ['a', 'b', 'c'] }],
    ['a line break in a line', { lines: ['a\nb'] }],
    ['a line that turns the text around', { lines: ['a\u202eb'] }],
    ['a long line', { lines: ['a'.repeat(81)] }],
    ['a forbidden line', { lines: ['naked children'] }],
  ]
  test('a storefront does not show', async () => {
    const { browser } = await enterNamed('marit')
    for (const [name, change] of refusals) {
      const { status, body } = await save(browser, change)
      expect([400, 422], name).toContain(status)
      expect(body.details?.length, name).toBeGreaterThan(0)
    }
    expect((await look('marit')).body).toMatchObject({ lines: [], links: [] })
  })

  test("another creator's recipe, silently", async () => {
    const { browser } = await enterNamed('marit')
    const other = await enterNamed('finn')
    const recipe = await publish(other.browser)
    const { body } = await save(browser, { featured_id: recipe.id, order: [recipe.id] })
    expect(body).toMatchObject({ featured_id: null, order: [], recipes: [] })
  })
})

test('an unknown name, the name of a guest and the name of a banned account have no storefront', async () => {
  const { browser } = await enterNamed('marit')
  const admin = await enter('admin', { admin: true })
  const guest = await enter('guest')
  const recipe = await publish(guest.browser)
  expect((await look('nobody')).status).toBe(404)
  expect((await look(recipe.creator_handle)).status).toBe(404)
  expect((await look('..%2f..')).status).toBe(404)
  expect((await look('marit')).status).toBe(200)

  const own = await publish(browser)
  const report = await guest.browser.json<{ id: string }>('/reports', {
    body: { subject_type: 'workflow', subject_id: own.id, reason: 'spam' },
  })
  const act = (action: string) =>
    admin.browser.json(`/admin/reports/${report.body.id}/actions`, { body: { action } })
  expect((await act('ban')).status).toBe(200)
  expect((await look('marit')).status).toBe(404)
  expect((await act('unban')).status).toBe(200)
  expect((await look('marit')).status).toBe(200)
})

describe('a username that was given up', () => {
  test('leads to its owner for twelve months, in which no other account may take it', async () => {
    const { browser } = await enterNamed('marit')
    const other = await enter('finn')
    expect((await call(browser, 'marit.olen')).status).toBe(200)
    expect((await look('marit')).body.handle).toBe('marit.olen')
    expect((await look('MARIT')).body.handle).toBe('marit.olen')
    const refused = await call(other.browser, 'marit')
    expect([refused.status, refused.body.code]).toEqual([409, 'username_taken'])
    expect((await call(browser, 'marit.o')).status).toBe(200)
    expect((await look('marit')).body.handle).toBe('marit.o')

    clock.hours = YEAR_HOURS
    await signIn(other.browser, 'finn@example.com')
    expect((await look('marit.olen')).status).toBe(404)
    expect((await call(other.browser, 'marit')).status).toBe(200)
    expect((await look('marit')).body).toMatchObject({ handle: 'marit', id: other.id })
  })

  test('can be had back by its owner, and then leads nowhere else', async () => {
    const { browser } = await enterNamed('marit')
    await call(browser, 'olen')
    expect((await call(browser, 'marit')).status).toBe(200)
    expect((await look('olen')).body.handle).toBe('marit')
    expect((await look('marit')).body.handle).toBe('marit')
  })

  test('is kept up to five times for one account, so that no account hoards names', async () => {
    const { browser } = await enterNamed('a0')
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) {
      expect((await call(browser, name)).status).toBe(200)
    }
    const refused = await call(browser, 'a6')
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed'])
    expect(refused.body.error).toContain('You have changed your username 5 times')
    expect((await look('a6')).status).toBe(404)
    // The past usernames that the account already has may still be taken back.
    expect((await call(browser, 'a2')).status).toBe(200)
    clock.hours = YEAR_HOURS
    await signIn(browser, 'a0@example.com')
    expect((await call(browser, 'a6')).status).toBe(200)
  })

  test.each([2, 10])(
    'is refused to all %i accounts that ask while its owner gives it up',
    async (many) => {
      const { browser } = await enterNamed('marit')
      const others = await Promise.all(Array.from({ length: many }, (_, at) => enter(`other${at}`)))
      const [changed, ...answers] = await Promise.all([
        call(browser, 'olen'),
        ...others.map((one) => call(one.browser, 'marit')),
      ])
      expect(changed?.status).toBe(200)
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 409))
      expect((await look('marit')).body.handle).toBe('olen')
    },
  )

  test('goes with the account, as its storefront does, and both are in its export', async () => {
    const { browser } = await enterNamed('marit')
    await call(browser, 'olen')
    await save(browser, { lines: ['Posters of the north.'] })
    await signIn(browser, 'marit@example.com', { fresh: true })
    const zip = await browser.fetch('/api/v1/users/me/export')
    const files = readZip(Buffer.from(await zip.arrayBuffer()))
    expect(String(files.get('storefront.json'))).toContain('Posters of the north.')
    expect(JSON.parse(String(files.get('account.json')))).toMatchObject({
      past_usernames: [{ username: 'marit' }],
    })
    expect((await browser.json('/users/me', { method: 'DELETE' })).status).toBe(200)
    expect((await look('marit')).status).toBe(404)
    expect((await look('olen')).status).toBe(404)
    const other = await enter('finn')
    expect((await call(other.browser, 'marit')).status).toBe(200)
    expect((await look('marit')).body).toMatchObject({ lines: [], recipes: [] })
  })
})

test('a storefront follows a change at once', async () => {
  const { browser } = await enterNamed('marit')
  expect((await look('marit')).body.lines).toEqual([])
  await save(browser, { lines: ['One'] })
  expect((await look('marit')).body.lines).toEqual(['One'])
  await publish(browser)
  expect((await look('marit')).body.recipes_total).toBe(1)
})

test('a picture and a cover of one’s own are public while they stand on the page', async () => {
  const { browser, id } = await enterNamed('marit')
  const upload = async (by = browser) =>
    (await uploadTo(app.url, 'image', await encodePicture('png', 400, 300), { browser: by })).body
  const [face, wide] = [await upload(), await upload()]
  const opens = async (url: string) =>
    (await new Browser(app.url).fetch(new URL(url, app.url).pathname)).status
  expect(await opens(face.url)).toBe(404)
  const saved = await save(browser, { picture_id: face.id, cover_id: wide.id })
  expect(saved.body).toMatchObject({
    own_picture: { id: face.id },
    own_cover: { id: wide.id },
    followers: 0,
  })
  const page = (await look('marit')).body
  expect(page.cover?.id).toBe(wide.id)
  expect(await opens(page.picture ?? '')).toBe(200)
  expect(await opens(page.cover?.url ?? '')).toBe(200)
  // What is not named stays; and what is used stays after a day.
  await save(browser, { lines: ['North.'] })
  clock.hours = 25
  await sweepMedia.run(app.ctx)
  expect((await look('marit')).body.cover?.id).toBe(wide.id)

  // Another person's upload, a film and a creation are refused.
  const fan = await enterNamed('finn')
  const theirs = await upload(fan.browser)
  expect((await save(browser, { picture_id: theirs.id })).status).toBe(400)
  expect((await save(fan.browser, { cover_id: wide.id })).status).toBe(400)

  const setBan = (banned: boolean) =>
    inTransaction({ ...app.ctx, caller: { ...app.ctx.caller, via: 'command' } }, (tx) =>
      banUser(tx, id, banned),
    )
  await setBan(true)
  expect(await opens(page.cover?.url ?? '')).toBe(404)
  await setBan(false)
  await signIn(browser, 'marit@example.com')
  const again = (await look('marit')).body.cover?.url ?? ''
  expect(await opens(again)).toBe(200)
  await save(browser, { picture_id: null, cover_id: null })
  const bare = (await look('marit')).body
  expect([bare.picture, bare.cover]).toEqual([null, null])
  expect(await opens(again)).toBe(404)
})

test('without a cover the page shows a creation made with its recipes', async () => {
  const { browser } = await enterNamed('marit')
  const fan = await enterNamed('finn')
  const recipe = await publish(browser)
  expect((await look('marit')).body.cover).toBeNull()
  await remixNow(fan.browser, recipe.id, { public: true })
  const { cover } = (await look('marit')).body
  expect(cover).toMatchObject({ uploaded: false, kind: 'image' })
})
