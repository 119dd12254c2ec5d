import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { moderateWorkflow } from '../../src/features/workflows/moderation.ts'
import { idOf, publish, remixNow } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const NAME = 'Hideaway harbour'

let app: TestApp
let marit: Browser
let fan: Browser
let recipe: string
let beside: string
let creation: string
let collection: string
beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  marit = await enter('marit')
  fan = await enter('finn')
  const alike = { category: 'places', tags: ['hideaway'] }
  recipe = (await publish(marit, { ...alike, name: NAME })).id
  beside = (await publish(fan, { ...alike, name: 'Another' })).id
  creation = (await remixNow(fan, recipe, { public: true })).id
  await fan.json(`/users/${await idOf(marit)}/follow`, { method: 'PUT' })
  const made = await fan.json<{ id: string }>('/collections', {
    body: { name: 'Prints', visibility: 'public' },
  })
  collection = made.body.id
  for (const [type, id] of [
    ['workflow', recipe],
    ['creation', creation],
  ]) {
    await fan.json(`/collections/${collection}/items`, { body: { type, id } })
  }
})
afterAll(() => app.close())

async function enter(name: string): Promise<Browser> {
  const browser = new Browser(app.url)
  await signIn(browser, `${name}@example.com`)
  await approve(app.ctx, await idOf(browser))
  await browser.json('/users', { method: 'PUT', body: { username: name } })
  return browser
}

const LISTS = () => [
  '/api/v1/workflows',
  '/api/v1/workflows?q=hideaway',
  '/api/v1/workflows?q=hideawey',
  '/api/v1/workflows?tag=hideaway',
  '/api/v1/workflows?category=places&sort_by=trending',
  '/api/v1/workflows?creator=marit',
  `/api/v1/workflows/${beside}/related`,
  '/api/v1/storefronts/marit',
  '/@marit/feed.xml',
]
const OF_CREATIONS = () => [
  '/api/v1/creations',
  '/api/v1/storefronts/marit',
  '/api/v1/storefronts/finn',
  `/api/v1/collections/${collection}`,
  `/api/v1/workflows/${recipe}/creations`,
]
/** These open by the recipe's address. */
const BY_ADDRESS = () => [
  `/api/v1/workflows/${recipe}`,
  `/embed/${recipe}`,
  `/oembed?url=${encodeURIComponent(`${app.url}/workflows/${recipe}`)}`,
]

/** The addresses whose answer to a stranger names the text. */
async function naming(text: string, paths: readonly string[]): Promise<string[]> {
  const stranger = new Browser(app.url)
  const answers = await Promise.all(
    paths.map(async (path) =>
      (await (await stranger.fetch(path)).text()).includes(text) ? path : '',
    ),
  )
  return answers.filter(Boolean)
}

const setState = (state: string) =>
  marit.json(`/workflows/${recipe}/state`, { method: 'PUT', body: { state } })
const followed = async () =>
  JSON.stringify((await fan.json('/follows/workflows')).body).includes(recipe)

test.each(['unlisted', 'paused'])(
  'a recipe that is %s stands in no list, feed or search at once, and opens by its address alone',
  async (state) => {
    expect(await naming(recipe, LISTS())).toEqual(LISTS())
    expect(await followed()).toBe(true)
    await setState(state)
    expect(await naming(recipe, LISTS())).toEqual([])
    expect(await naming(creation, ['/api/v1/creations', '/api/v1/storefronts/finn'])).toEqual([])
    expect(await followed()).toBe(false)
    expect(await naming(NAME, BY_ADDRESS())).toEqual(BY_ADDRESS())
    await setState('listed')
    expect(await naming(recipe, LISTS())).toEqual(LISTS())
  },
)

test('a recipe that an admin hid is named by no answer to a stranger', async () => {
  const hide = (hidden: boolean) =>
    inTransaction(app.ctx, (tx) => moderateWorkflow(tx, recipe, hidden ? tx.clock.now() : null))
  const all = [...LISTS(), ...BY_ADDRESS(), `/api/v1/collections/${collection}`]
  expect(await naming(NAME, all)).toEqual(all)
  await hide(true)
  // The collection still holds the creation, which is its maker's.
  expect(await naming(NAME, all)).toEqual([])
  expect(await naming(creation, [`/api/v1/collections/${collection}`])).toHaveLength(1)
  expect(await naming(recipe, ['/api/v1/creations', '/api/v1/storefronts/finn'])).toEqual([])
  expect(await followed()).toBe(false)
  await hide(false)
  expect(await naming(NAME, all)).toEqual(all)
})

test('a creation that went private stands on no wall, storefront, gallery or collection', async () => {
  expect(await naming(creation, OF_CREATIONS())).toEqual(OF_CREATIONS())
  await fan.json(`/creations/${creation}`, { method: 'PATCH', body: { public: false } })
  expect(await naming(creation, OF_CREATIONS())).toEqual([])
})
