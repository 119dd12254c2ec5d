import { listPublicCreations } from '@vignette/contract/creation-lists.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creations } from '../../src/schema/creations.ts'
import { publish, remixNow } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let maker: Visitor
let fan: Visitor
let recipes: [boats: string, hills: string]
beforeAll(async () => {
  const providers = [createScriptedProvider({ start: () => picture() })]
  app = await startTestApp({ env: UNLIMITED_RATES, providers })
  maker = new Visitor(app.url)
  fan = new Visitor(app.url)
  recipes = [
    (await publish(maker, { name: 'Boats' })).id,
    (await publish(maker, { name: 'Hills' })).id,
  ]
})
afterAll(() => app.close())

async function wall(query = 'limit=48', caller = new Visitor(app.url)) {
  const answer = await caller.call('GET', `/creations?${query}`)
  expect(answer.status).toBe(200)
  return listPublicCreations.answer.parse(answer.body)
}
const idsOn = async (caller?: Visitor) =>
  (await wall('limit=48', caller)).creations.map(({ id }) => id)
const make = async (recipe: string, change: object = {}) =>
  (await remixNow(fan, recipe, { public: true, ...change })).id

test('shows the public creations of all recipes, newest first, the same to every caller', async () => {
  const [boats, hills] = recipes
  const first = await make(boats)
  const second = await make(hills)
  const own = await make(boats, { public: false })
  const third = await make(boats)
  expect(await idsOn()).toEqual([third, second, first])
  expect(await idsOn(fan)).toEqual([third, second, first])
  const { creations: shown } = await wall()
  expect(shown.map((one) => one.workflow_name)).toEqual(['Boats', 'Hills', 'Boats'])
  expect(shown.every(({ media }) => media?.width)).toBe(true)

  // The wall shows each change at once.
  await fan.call('PATCH', `/creations/${own}`, { public: true })
  await fan.call('PATCH', `/creations/${second}`, { public: false })
  expect(await idsOn()).toEqual([third, own, first])
  await fan.call('DELETE', `/creations/${third}`)
  expect(await idsOn()).toEqual([own, first])
})

test('leaves out what was made with a recipe that is no longer listed', async () => {
  const [boats, hills] = recipes
  const kept = await make(boats)
  const made = await make(hills)
  expect((await idsOn()).slice(0, 2)).toEqual([made, kept])
  await maker.call('PUT', `/workflows/${hills}/state`, { state: 'unlisted' })
  expect((await idsOn())[0]).toBe(kept)
  await maker.call('PUT', `/workflows/${hills}/state`, { state: 'listed' })
  expect((await idsOn())[0]).toBe(made)
})

test('continues after its cursor without a gap, also while new creations are made', async () => {
  const [boats] = recipes
  for (let at = 0; at < 3; at++) await make(boats)
  const all = await idsOn()
  const seen: string[] = []
  for (let query = 'limit=2'; ; ) {
    const page = await wall(query)
    seen.push(...page.creations.map(({ id }) => id))
    if (page.next_cursor === null) break
    query = `limit=2&cursor=${page.next_cursor}`
    await make(boats)
  }
  expect(seen).toEqual(all)
  const { next_cursor: cursor } = await wall('limit=1')
  const other = await fan.call('GET', `/workflows/${boats}/creations?cursor=${cursor}`)
  expect(other.status).toBe(400)
})

test('shows nothing that an admin has hidden', async () => {
  const id = await make(recipes[0])
  await app.ctx.db.update(creations).set({ hiddenAt: new Date() }).where(eq(creations.id, id))
  expect((await wall('limit=47')).creations.map((one) => one.id)).not.toContain(id)
})
