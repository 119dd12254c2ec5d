import { COLLECTION } from '@vignette/contract/collection-limits.ts'
import type { CollectionView, ListedCollection } from '@vignette/contract/collections.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { collectionItems, collections, creations } from '../../src/schema/creations.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { type Refusal, remixNow } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import { act, newPerson, openMarket, openModerated, report } from '../support/moderation.ts'
import { readZip } from '../support/read-zip.ts'
import type { TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await openModerated()
})
afterEach(() => app.close())

const make = (browser: Browser, body: object = {}) =>
  browser.json<CollectionView & Refusal>('/collections', { body: { name: 'North', ...body } })
const made = async (browser: Browser, body: object = {}) => (await make(browser, body)).body.id
const save = (browser: Browser, id: string, type: string, subject: string) =>
  browser.json<Refusal>(`/collections/${id}/items`, { body: { type, id: subject } })
const change = (browser: Browser, id: string, body: object) =>
  browser.json<CollectionView & Refusal>(`/collections/${id}`, { method: 'PATCH', body })
const look = (browser: Browser, id: string, query = '') =>
  browser.json<CollectionView>(`/collections/${id}${query}`)
const listOf = async (browser: Browser, query = '') =>
  (await browser.json<{ collections: ListedCollection[] }>(`/collections${query}`)).body.collections

async function seen(browser: Browser, id: string): Promise<string[]> {
  const { items } = (await look(browser, id)).body
  return items.map((item) => (item.type === 'creation' ? item.creation.id : item.workflow.id))
}

/** Inserts collections directly, which is faster than through the API. */
const fill = (ownerId: string, count: number) =>
  app.ctx.db.insert(collections).values(
    Array.from({ length: count }, () => ({
      id: newId(),
      ownerId,
      name: 'North',
      visibility: 'private' as const,
      linkVersion: 1,
      createdAt: app.ctx.clock.now(),
    })),
  )

const keyOf = (view: CollectionView) => new URL(view.secret_link ?? '').search

test('a visitor saves creations and recipes under a name, the last one first', async () => {
  const { recipe, creation } = await openMarket(app)
  const visitor = new Browser(app.url)
  expect(await listOf(visitor)).toEqual([])
  const first = await make(visitor)
  expect([first.status, first.body]).toMatchObject([
    201,
    { name: 'North', visibility: 'private', is_owner: true, secret_link: null, items: [] },
  ])
  const { id } = first.body
  const second = await made(visitor, { name: 'South' })
  expect((await save(visitor, id, 'workflow', recipe.id)).status).toBe(200)
  expect((await save(visitor, id, 'creation', creation.id)).status).toBe(200)
  // Saving the recipe a second time changes neither the list nor its order.
  expect((await save(visitor, id, 'workflow', recipe.id)).status).toBe(200)
  expect(await seen(visitor, id)).toEqual([creation.id, recipe.id])
  expect(await listOf(visitor, `?holding=${recipe.id}`)).toMatchObject([
    { id: second, name: 'South', items: 0, holds: false },
    { id, name: 'North', items: 2, holds: true },
  ])

  await visitor.json(`/collections/${id}/items/${creation.id}`, { method: 'DELETE' })
  expect(await seen(visitor, id)).toEqual([recipe.id])
  expect((await change(visitor, id, { name: 'Far north' })).body.name).toBe('Far north')
  expect((await change(visitor, id, {})).status).toBe(400)
  expect((await visitor.json(`/collections/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await look(visitor, id)).status).toBe(404)
  expect((await listOf(visitor)).map((one) => one.id)).toEqual([second])
})

test('the list shows the newest pictures of each collection, as far as its owner may see them', async () => {
  const { recipe, creation } = await openMarket(app)
  const visitor = new Browser(app.url)
  const id = await made(visitor)
  await save(visitor, id, 'workflow', recipe.id)
  await save(visitor, id, 'creation', creation.id)
  await save(visitor, id, 'creation', newId())
  const coverOf = async () => (await listOf(visitor))[0]?.cover.map((picture) => picture.id)
  expect(await coverOf()).toEqual([creation.media?.id])
  await save(visitor, await made(visitor, { name: 'South' }), 'creation', creation.id)
  expect((await listOf(visitor)).map(({ cover }) => cover.length)).toEqual([1, 1])
  // What its owner makes private leaves the covers of others.
  await app.ctx.db.update(creations).set({ public: false }).where(eq(creations.id, creation.id))
  expect((await listOf(visitor)).map(({ cover }) => cover)).toEqual([[], []])
})

test('a private collection opens to its owner alone, a collection with a link to holders of the key, a public collection to all', async () => {
  const visitor = new Browser(app.url)
  const stranger = new Browser(app.url)
  const id = await made(visitor)
  const statusOf = async (query = '') => (await look(stranger, id, query)).status
  expect(await statusOf()).toBe(404)

  const linked = (await change(visitor, id, { visibility: 'link' })).body
  const key = keyOf(linked)
  expect([await statusOf(), await statusOf(key)]).toEqual([404, 200])
  expect((await look(stranger, id, key)).body).toMatchObject({ is_owner: false, secret_link: null })
  // The link's key stays until the link is revoked; the next link has another key.
  expect(keyOf((await change(visitor, id, { name: 'South', visibility: 'link' })).body)).toBe(key)
  await change(visitor, id, { visibility: 'private' })
  expect(await statusOf(key)).toBe(404)
  const again = keyOf((await change(visitor, id, { visibility: 'link' })).body)
  expect([await statusOf(key), await statusOf(again)]).toEqual([404, 200])

  expect((await change(visitor, id, { visibility: 'public' })).body.secret_link).toBeNull()
  expect(await statusOf()).toBe(200)
})

describe('a collection shows', () => {
  test('a creation only to people who may see the creation', async () => {
    const { creation, fan, recipe, admin, stranger } = await openMarket(app)
    const own = await remixNow(fan.browser, recipe.id)
    const id = await made(fan.browser, { visibility: 'public' })
    await save(fan.browser, id, 'creation', own.id)
    await save(fan.browser, id, 'creation', creation.id)
    const visitor = new Browser(app.url)
    const copy = await made(visitor)
    expect((await save(visitor, copy, 'creation', own.id)).status).toBe(404)
    await save(visitor, copy, 'creation', creation.id)
    const each = async () => [
      await seen(fan.browser, id),
      await seen(stranger.browser, id),
      await seen(visitor, copy),
    ]
    expect(await each()).toEqual([[creation.id, own.id], [creation.id], [creation.id]])

    const publish = (shown: boolean) =>
      fan.browser.json(`/creations/${creation.id}`, { method: 'PATCH', body: { public: shown } })
    await publish(false)
    expect(await each()).toEqual([[creation.id, own.id], [], []])
    await publish(true)
    const { body: reported } = await report(stranger, 'creation', creation.id)
    await act(admin, reported.id, 'hide')
    expect(await each()).toEqual([[creation.id, own.id], [], []])
    await act(admin, reported.id, 'restore')
    expect((await each())[2]).toEqual([creation.id])
    await fan.browser.json(`/creations/${creation.id}`, { method: 'DELETE' })
    expect(await each()).toEqual([[own.id], [], []])
  })

  test('an unlisted recipe to the person who saved it, and no recipe that was taken down', async () => {
    const { creator, recipe, stranger } = await openMarket(app)
    const visitor = new Browser(app.url)
    const id = await made(visitor, { visibility: 'public' })
    await app.ctx.db.update(workflows).set({ state: 'listed', waiting: false })
    await save(visitor, id, 'workflow', recipe.id)
    const each = async () => [await seen(visitor, id), await seen(stranger.browser, id)]
    expect(await each()).toEqual([[recipe.id], [recipe.id]])
    const body = { state: 'unlisted' }
    await creator.browser.json(`/workflows/${recipe.id}/state`, { method: 'PUT', body })
    expect(await each()).toEqual([[recipe.id], []])
    await creator.browser.json(`/workflows/${recipe.id}`, { method: 'DELETE' })
    expect(await each()).toEqual([[], []])
    expect((await save(visitor, id, 'workflow', recipe.id)).status).toBe(404)
  })
})

describe('the limits:', () => {
  test('ten simultaneous calls make only as many collections as the limit leaves free', async () => {
    const { browser, id } = await newPerson(app, 'fan@example.com')
    await fill(id, COLLECTION.most - 1)
    const answers = await Promise.all(Array.from({ length: 10 }, () => make(browser)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 403)])
    expect(await listOf(browser)).toHaveLength(COLLECTION.most)
  })

  test('ten simultaneous calls save only as many items as the limit leaves free, and items that the owner can no longer see make room', async () => {
    const { recipe } = await openMarket(app)
    const visitor = new Browser(app.url)
    const id = await made(visitor)
    const [row] = await app.ctx.db.select().from(workflows).where(eq(workflows.id, recipe.id))
    if (!row) throw new Error('the recipe is gone')
    const copies = Array.from({ length: COLLECTION.items + 9 }, () => ({ ...row, id: newId() }))
    await app.ctx.db.insert(workflows).values(copies)
    const [saved, others] = [copies.slice(0, COLLECTION.items - 1), copies.slice(-10)]
    await app.ctx.db.insert(collectionItems).values(
      saved.map((one) => ({
        id: newId(),
        collectionId: id,
        subjectType: 'workflow' as const,
        subjectId: one.id,
        savedAt: app.ctx.clock.now(),
      })),
    )
    const answers = await Promise.all(others.map((one) => save(visitor, id, 'workflow', one.id)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 403)])
    expect(await seen(visitor, id)).toHaveLength(COLLECTION.items)

    await app.ctx.db
      .update(workflows)
      .set({ deletedAt: app.ctx.clock.now() })
      .where(eq(workflows.id, saved[0]?.id ?? ''))
    expect((await save(visitor, id, 'workflow', recipe.id)).status).toBe(200)
    expect(await listOf(visitor)).toMatchObject([{ items: COLLECTION.items }])
    expect(await seen(visitor, id)).toHaveLength(COLLECTION.items)
  })

  test('a name is one line of 60 characters, in words that are allowed', async () => {
    const visitor = new Browser(app.url)
    for (const name of ['', ' ', 'a\nb', `${'North'.repeat(12)}s`]) {
      expect((await make(visitor, { name })).status).toBe(400)
    }
    const refused = 'a naked woman on a bed'
    expect((await make(visitor, { name: refused })).body.code).toBe('content_refused')
    const id = await made(visitor, { name: 'North'.repeat(12) })
    expect((await change(visitor, id, { name: refused })).body.code).toBe('content_refused')
  })
})

test('an admin hides a reported collection and bans its owner; both end again', async () => {
  const { fan, admin, stranger, recipe } = await openMarket(app)
  const id = await made(fan.browser, { visibility: 'public', name: 'Prints' })
  await save(fan.browser, id, 'workflow', recipe.id)
  const statusOf = async (browser: Browser) => (await look(browser, id)).status
  const { body: reported } = await report(stranger, 'collection', id)
  expect((await act(admin, reported.id, 'hide')).body).toMatchObject({
    subject_title: 'The collection “Prints”',
    subject_url: `/collections/${id}`,
    subject_hidden: true,
  })
  expect([await statusOf(stranger.browser), await statusOf(admin.browser)]).toEqual([404, 200])
  expect((await look(fan.browser, id)).body).toMatchObject({ hidden: true })
  // A hidden collection stays hidden under another name and with another visibility.
  for (const visibility of ['private', 'link', 'public']) {
    const { body } = await change(fan.browser, id, { name: 'Other prints', visibility })
    const key = body.secret_link ? keyOf(body) : ''
    expect((await look(stranger.browser, id, key)).status).toBe(404)
  }
  await act(admin, reported.id, 'restore')
  expect(await statusOf(stranger.browser)).toBe(200)
  await act(admin, reported.id, 'ban')
  expect(await statusOf(stranger.browser)).toBe(404)
  await act(admin, reported.id, 'unban')
  expect(await statusOf(stranger.browser)).toBe(200)
})

test('collections go with a visitor to the account, into its export, and with its deletion', async () => {
  const { recipe } = await openMarket(app)
  const browser = new Browser(app.url)
  const id = await made(browser, { visibility: 'link' })
  const { body: before } = await look(browser, id)
  await save(browser, id, 'workflow', recipe.id)
  await signIn(browser, 'reader@example.com')
  expect((await look(browser, id)).body).toMatchObject({
    is_owner: true,
    secret_link: before.secret_link,
  })
  const zip = await browser.fetch('/api/v1/users/me/export')
  const files = readZip(Buffer.from(await zip.arrayBuffer()))
  expect(JSON.parse(String(files.get('collections.json')))).toMatchObject([
    { id, name: 'North', visibility: 'link', items: [{ type: 'workflow', id: recipe.id }] },
  ])
  await browser.json('/users/me', { method: 'DELETE' })
  expect((await look(new Browser(app.url), id, keyOf(before))).status).toBe(404)
  const left = await app.ctx.db.execute(
    sql`select id from collections union all select id from collection_items`,
  )
  expect(left.rows).toEqual([])
})

test('a list of more than fifty collections continues after its cursor', async () => {
  const { browser, id } = await newPerson(app, 'fan@example.com')
  // An account that took over two visitors can have more collections than one person may make.
  await fill(id, COLLECTION.most + 1)
  const first = await browser.json<{ collections: object[]; next_cursor: string }>('/collections')
  expect(first.body.collections).toHaveLength(COLLECTION.most)
  const rest = await listOf(browser, `?cursor=${first.body.next_cursor}`)
  expect(rest).toHaveLength(1)
})
