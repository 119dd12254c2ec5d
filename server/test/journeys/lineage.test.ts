import type { CreationView } from '@vignette/contract/creations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ended, pay, publish, remix, remixNow, sessionOf } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { act, report } from '../support/moderation.ts'
import { decide, publishProof } from '../support/money/proof-desk.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let recipe: string
beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, FREE_DAILY_SECONDS: '0' },
    providers: [createScriptedProvider({ start: () => picture('#336699', 1200, 900) })],
  })
  recipe = (await publish(new Visitor(app.url))).id
})
afterAll(() => app.close())

const visitor = () => new Visitor(app.url)
const read = async (id: string, by = visitor()) =>
  (await by.call<CreationView>('GET', `/creations/${id}`)).body

/** A public creation of a new visitor. */
async function original() {
  const by = visitor()
  return { by, ...(await remixNow(by, recipe, { public: true })) }
}

test('a remix names its origin, and the origin counts its public remixes', async () => {
  const origin = await original()
  expect(origin).toMatchObject({ made_from: null, remixes: 0 })
  const fan = visitor()
  const remix = await remixNow(fan, recipe, { public: true, made_from: origin.id })
  await remixNow(fan, recipe, { made_from: origin.id })
  expect((await read(remix.id)).made_from).toEqual({
    id: origin.id,
    author_handle: origin.author_handle,
    is_owner: false,
  })
  expect((await read(remix.id, origin.by)).made_from?.is_owner).toBe(true)
  expect((await read(origin.id)).remixes).toBe(1)
  await fan.call('DELETE', `/creations/${remix.id}`)
  expect((await read(origin.id)).remixes).toBe(0)
})

test('a remix does not name its origin while the origin is private or deleted', async () => {
  const origin = await original()
  const remix = await remixNow(visitor(), recipe, { public: true, made_from: origin.id })
  const named = async () => (await read(remix.id)).made_from?.id ?? null
  expect(await named()).toBe(origin.id)
  await origin.by.call('PATCH', `/creations/${origin.id}`, { public: false })
  expect(await named()).toBeNull()
  await origin.by.call('PATCH', `/creations/${origin.id}`, { public: true })
  expect(await named()).toBe(origin.id)
  await origin.by.call('DELETE', `/creations/${origin.id}`)
  expect(await named()).toBeNull()
  expect((await read(remix.id, origin.by)).made_from).toBeNull()
  await origin.by.call('POST', `/creations/${origin.id}/restore`)
  expect(await named()).toBe(origin.id)
})

test('an origin is stored only if the remixer may see the origin and both belong to one recipe', async () => {
  const secret = visitor()
  const hidden = await remixNow(secret, recipe)
  const other = await remixNow(visitor(), (await publish(visitor())).id, { public: true })
  const gone = '018f0000-0000-7000-8000-000000000001'
  for (const made_from of [hidden.id, other.id, gone]) {
    const remix = await remixNow(visitor(), recipe, { public: true, made_from })
    expect((await read(remix.id, secret)).made_from).toBeNull()
  }
  // Only its owner is told of a private origin.
  const own = await remixNow(secret, recipe, { public: true, made_from: hidden.id })
  expect((await read(own.id, secret)).made_from).toMatchObject({ id: hidden.id, is_owner: true })
  expect((await read(own.id)).made_from).toBeNull()
  const refused = await visitor().call('POST', `/workflows/${recipe}/creations`, {
    made_from: 'x',
    user_inputs: { wish: 'boat' },
  })
  expect(refused.status).toBe(400)
})

test('a paid run keeps its origin over the checkout and over another draw of its proof', async () => {
  const workflowId = await publishProof(app)
  const buyer = visitor()
  const given = { public: true, user_inputs: { wish: 'boat' } }
  const produce = async (session_id: string, more: object) => {
    const { body } = await remix(buyer, workflowId, { session_id, public: true, ...more })
    return (await ended(buyer, body.job_id)).result.id
  }
  const origin = await produce(await pay(buyer, workflowId, given), {})
  await decide({ buyer, id: origin } as never, 'keep')
  const session = await pay(buyer, workflowId, { ...given, made_from: origin })
  const asked = await sessionOf(buyer, session)
  expect(asked.body.made_from).toBe(origin)
  const open = await buyer.call('GET', `/payment/open?workflow_id=${workflowId}`)
  expect(open.body).toMatchObject({ made_from: origin })
  const proof = await produce(session, { made_from: asked.body.made_from })
  const again = await decide({ buyer, id: proof } as never, 'redraw')
  const drawn = (await ended(buyer, again.body.job_id)).result.id
  expect(drawn).not.toBe(proof)
  expect((await read(drawn, buyer)).made_from?.id).toBe(origin)
})

test('a remix keeps its origin when its maker signs in, and stops naming it when the origin’s maker is banned or deleted', async () => {
  const author = new Browser(app.url)
  await signIn(author, 'author@example.com')
  const made = await author.json<CreationView>(`/workflows/${recipe}/creations`, {
    body: { user_inputs: { wish: 'boat' }, async: false, public: true },
  })
  const fan = new Browser(app.url)
  const remix = await fan.json<CreationView>(`/workflows/${recipe}/creations`, {
    body: {
      user_inputs: { wish: 'boat' },
      async: false,
      public: true,
      made_from: made.body.id,
    },
  })
  await signIn(fan, 'fan@example.com')
  const seen = async () => (await fan.json<CreationView>(`/creations/${remix.body.id}`)).body
  expect(await seen()).toMatchObject({ is_owner: true, made_from: { id: made.body.id } })
  const admin = new Browser(app.url)
  await signIn(admin, 'admin@example.com', { admin: true })
  const reported = await report({ browser: fan }, 'creation', made.body.id)
  await act({ browser: admin }, reported.body.id, 'ban')
  expect((await seen()).made_from).toBeNull()
  await act({ browser: admin }, reported.body.id, 'unban')
  expect((await seen()).made_from?.id).toBe(made.body.id)
  await signIn(author, 'author@example.com')
  const left = await author.json('/users/me', { method: 'DELETE' })
  expect(left.status).toBeLessThan(300)
  expect((await seen()).made_from).toBeNull()
})
