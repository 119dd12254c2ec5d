import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  enterCard,
  idOf,
  openCheckout,
  publish,
  type Refusal,
  recipeFor,
  remixNow,
  sessionOf,
  tryRemix,
} from '../support/acts.ts'
import { Browser, signIn, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let creator: Browser
let creatorId: string
beforeAll(async () => {
  app = await startTestApp({ providers: [createScriptedProvider({ start: () => picture() })] })
  creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  creatorId = await idOf(creator)
})
afterAll(() => app.close())

const read = async (browser: Browser, id: string) =>
  (await browser.json<WorkflowView>(`/workflows/${id}`)).body

test.each([30, 2.5, 30_000])('generation_time: %s is answered as it was posted', async (time) => {
  const made = await publish(creator, { generation_time: time })
  expect(made.generation_time).toBe(time)
  expect(await read(new Browser(app.url), made.id)).toMatchObject({ generation_time: time })
  const source = await creator.json(`/workflows/${made.id}/source`)
  expect(source.body).toMatchObject({ generation_time: time })
  const creation = await remixNow(new Browser(app.url), made.id)
  expect(creation.workflow).toMatchObject({ generation_time: time })
})

test('a workflow has its cost and the user_id that was posted, for its creator alone', async () => {
  const visitor = new Visitor(app.url)
  const posted = recipeFor(visitor.anonymousId, { price: 0, cost: 0 })
  const { body: made } = await visitor.call<WorkflowView>('POST', '/workflows', posted)
  expect(made).toMatchObject({ cost: 0, user_id: visitor.anonymousId })
  const again = await visitor.call<WorkflowView>('GET', `/workflows/${made.id}`)
  expect(again.body).toMatchObject({ cost: 0, user_id: visitor.anonymousId })
  const stranger = await read(new Browser(app.url), made.id)
  expect(stranger).not.toHaveProperty('cost')
  expect(stranger.user_id).not.toBe(visitor.anonymousId)
  expect(await publish(creator, { price: 300, cost: 4 })).toMatchObject({
    cost: 4,
    user_id: creatorId,
  })
})

test('a reserved username is refused with 409 and says that it is reserved', async () => {
  const { status, body } = await creator.json<Refusal>('/users', {
    method: 'PUT',
    body: { username: 'admin' },
  })
  expect([status, body.code, body.error]).toEqual([
    409,
    'username_taken',
    'This username is reserved. Please choose another.',
  ])
})

test('text must be a string, else Invalid input type', async () => {
  const { id } = await publish(creator)
  const { status, body } = await tryRemix(new Browser(app.url), id, { user_inputs: { wish: 7 } })
  expect([status, body.error]).toEqual([400, 'wish: Invalid input type'])
  const plain = await publish(creator, {
    inputs: [{ key: 'wish', type: 'text', value: 7 }],
  })
  await remixNow(new Browser(app.url), plain.id, { user_inputs: {} })
})

test('a page and an offset stand beside a cursor, which goes before them', async () => {
  const { id } = await publish(creator)
  for (let made = 0; made < 3; made++) await remixNow(creator, id, { public: true })
  type List = {
    workflows: { id: string }[]
    creations: { id: string }[]
    items: { id: string }[]
    nextOffset: number | null
    next_cursor: string
  }
  const ask = async (path: string) => (await new Browser(app.url).json<List>(path)).body
  const gallery = `/workflows/${id}/creations`
  const all = (await ask(gallery)).creations
  const shown = await ask(`${gallery}?limit=1&public=true`)
  const second = await ask(`${gallery}?limit=1&public=true&offset=1&cursor=${shown.next_cursor}`)
  expect(second).toMatchObject({ creations: [all[1]], offset: 1, has_more: true })
  // Only the cursor counts, so that a list may go on beyond the reach of an offset.
  const first = await ask(`${gallery}?limit=1`)
  const far = await ask(`${gallery}?limit=1&offset=99999999&cursor=${first.next_cursor}`)
  expect(far.creations).toEqual([all[1]])

  const profile = `/users/${creatorId}/creations`
  const mine = await ask(`${profile}?limit=1`)
  const next = await ask(`${profile}?limit=1&offset=1&cursor=${mine.next_cursor}`)
  expect(next.nextOffset).toBe(2)

  const catalogue = (await ask('/workflows')).workflows
  const page = await ask('/workflows?per_page=1')
  const after = await ask(`/workflows?per_page=1&page=2&cursor=${page.next_cursor}`)
  expect(after).toMatchObject({ workflows: [{ id: catalogue[1]?.id }], page: 2 })
})

test('a session is paid as soon as the checkout has answered, however lately it was read', async () => {
  // No worker processes the gateway's events.
  const quiet = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    worker: false,
  })
  try {
    const seller = new Browser(quiet.url)
    await signIn(seller, 'seller@example.com')
    const { id } = await publish(seller, { price: 300 })
    const buyer = new Browser(quiet.url)
    const checkout = await openCheckout(buyer, id)
    const status = async () =>
      (await sessionOf(buyer, checkout.body.session_id)).body.payment_status
    expect(await status()).toBe('unpaid')
    await enterCard(checkout.body.url)
    expect(await status()).toBe('paid')
  } finally {
    await quiet.close()
  }
})
