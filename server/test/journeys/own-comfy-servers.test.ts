import type { ProviderView } from '@vignette/contract/app.ts'
import type { ComfyServerView } from '@vignette/contract/comfy-servers.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { ownServersOf, resealComfyServers } from '../../src/features/comfy-servers/index.ts'
import { banUser } from '../../src/features/identity/index.ts'
import { comfyServers } from '../../src/schema/comfy-servers.ts'
import { enterAs, readEveryTable } from '../support/accounts.ts'
import {
  ended,
  idOf,
  openCheckout,
  publish,
  type Refusal,
  remix,
  tryPublish,
} from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { type Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { type ComfyStandIn, startComfyStandIn } from '../support/stand-ins/comfyui-stand-in.ts'
import { faults } from '../support/stand-ins/vendor-stand-in.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const KEY = 'k-geheim-0123456789'
const auth = { bearer: KEY }

const recipe = (change: object = {}) => ({
  steps: [
    {
      id: 'draw',
      provider: 'comfyui',
      function_type: 'text_to_image',
      params: {
        server: 'own:studio',
        graph: {
          '1': {
            class_type: 'EmptyImage',
            inputs: { width: 256, height: 256, batch_size: 1, color: 7 },
          },
          '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'made' } },
        },
      },
    },
  ],
  inputs: [],
  ...change,
})

let app: TestApp
let comfy: ComfyStandIn
let people = 0
beforeAll(async () => {
  // No COMFYUI_URL: creators' own servers are all there is.
  app = await startTestApp({ env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  comfy = await startComfyStandIn({ authorization: `Bearer ${KEY}` })
})
afterEach(async () => {
  app.ctx.config = { ...app.ctx.config, loopback: true }
  await comfy.close()
})

async function enter(): Promise<Browser> {
  const browser = await enterAs(app, `maker${++people}@example.com`)
  await approve(app.ctx, await idOf(browser))
  return browser
}

const add = (by: Browser, change: object = {}) =>
  by.call<ComfyServerView & Refusal>('POST', '/users/me/comfy-servers', {
    name: 'studio',
    url: comfy.origin,
    auth,
    ...change,
  })

const run = async (by: Browser, id: string) =>
  ended(by, (await remix(by, id, { user_inputs: {} })).body.job_id)

test('a creator brings a server, and any guest runs the recipe on it', async () => {
  const creator = await enter()
  const { status, body: server } = await add(creator)
  expect([status, server]).toEqual([
    201,
    {
      id: server.id,
      name: 'studio',
      url: comfy.origin,
      auth: 'bearer',
      created_at: server.created_at,
    },
  ])
  const tested = await creator.call('POST', `/users/me/comfy-servers/${server.id}/test`)
  expect(tested.body).toEqual({
    ok: true,
    message: 'ComfyUI 0.3.71 answers with NVIDIA GeForce RTX 4090, 0 in its queue',
  })
  const { body } = await creator.call<{ providers: ProviderView[] }>('GET', '/providers')
  const listed = body.providers.find(({ id }) => id === 'comfyui')
  expect(listed).toMatchObject({ available: true, missing: null })
  expect(listed?.functions[0]?.params).toMatchObject({
    properties: { server: { enum: ['own:studio'] } },
  })

  const { id } = await publish(creator, recipe())
  const guest = new Visitor(app.url)
  const seen = await guest.call<WorkflowView>('GET', `/workflows/${id}`)
  expect(seen.body).toMatchObject({ unavailable: null, own_server: true })
  expect(await run(guest, id)).toMatchObject({ status: 'COMPLETED' })
  expect(comfy.prompts).toHaveLength(1)
  const told = JSON.stringify([server, seen.body, body, tested.body])
  expect(told + (await readEveryTable(app))).not.toContain(KEY)
})

test('where it is taken away, nothing is sold and no run begins', async () => {
  const creator = await enter()
  const { body: server } = await add(creator)
  const free = await publish(creator, recipe())
  const priced = await publish(creator, recipe({ price: 500, name: 'For money' }))
  const buyer = new Visitor(app.url)
  expect((await openCheckout(buyer, priced.id, { user_inputs: {} })).status).toBe(200)
  expect((await creator.call('DELETE', `/users/me/comfy-servers/${server.id}`)).status).toBe(200)
  const error = 'It runs on a server of its creator that is no longer there.'
  const refused = { status: 503, body: { error, code: 'provider_unavailable' } }
  expect(await remix(buyer, free.id, { user_inputs: {} })).toMatchObject(refused)
  expect(await openCheckout(buyer, priced.id, { user_inputs: {} })).toMatchObject(refused)
  const seen = await buyer.call<WorkflowView>('GET', `/workflows/${priced.id}`)
  expect(seen.body.unavailable).toBe(error)
  expect(comfy.prompts).toHaveLength(0)
})

test('a run that is under way on a server that is taken away fails with a sentence', async () => {
  await comfy.close()
  comfy = await startComfyStandIn({ held: true })
  const creator = await enter()
  const { body: server } = await add(creator, { auth: undefined })
  const { id } = await publish(creator, recipe())
  const guest = new Visitor(app.url)
  const { job_id } = (await remix(guest, id, { user_inputs: {} })).body
  await comfy.once(({ path }) => path === '/prompt')
  await creator.call('DELETE', `/users/me/comfy-servers/${server.id}`)
  expect(await ended(guest, job_id)).toMatchObject({
    status: 'FAILED',
    error: {
      message: 'This recipe has a fault; its creator is told. Please choose another recipe.',
    },
  })
})

test('another creator cannot use it, nor see it', async () => {
  const creator = await enter()
  const { body: server } = await add(creator)
  const other = await enter()
  expect(await tryPublish(other, recipe())).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_recipe',
      error: 'steps[0].params.server names “studio”, which is no ComfyUI server of yours',
    },
  })
  const at = `/users/me/comfy-servers/${server.id}`
  expect((await other.call('POST', `${at}/test`)).status).toBe(404)
  expect((await other.call('DELETE', at)).status).toBe(404)
  expect((await other.call('GET', '/users/me/comfy-servers')).body).toMatchObject({ items: [] })
})

test('no input of a visitor names the server', async () => {
  const creator = await enter()
  await add(creator)
  const [step] = recipe().steps
  const params = { ...step?.params, server: '{{where}}' }
  const options = [{ value: 'own:studio', label: 'There' }]
  const inputs = [{ key: 'where', type: 'text', options }]
  const change = { inputs, steps: [{ ...step, params }] }
  expect(await tryPublish(creator, recipe(change))).toMatchObject({
    status: 400,
    body: { error: 'steps[0].params.server can be no visitor’s choice' },
  })
})

test('a creator who is not approved may test a server, and not publish with it', async () => {
  const creator = await enterAs(app, `maker${++people}@example.com`)
  expect((await add(creator)).status).toBe(201)
  expect(await tryPublish(creator, recipe())).toMatchObject({ status: 403 })
})

test('the server of a banned creator is not there, and a deleted account leaves none', async () => {
  const creator = await enter()
  const { body: server } = await add(creator)
  const own = ownServersOf(() => app.ctx)
  expect(await own.find({ id: server.id })).toMatchObject({
    headers: { authorization: `Bearer ${KEY}` },
  })
  const id = await idOf(creator)
  await inTransaction(app.ctx, (tx) =>
    banUser({ ...tx, caller: { ...tx.caller, via: 'command' } }, id, true),
  )
  expect(await own.find({ id: server.id })).toBeUndefined()

  const leaver = await enter()
  const { body: second } = await add(leaver)
  await leaver.call('DELETE', '/users/me', { confirm: 'delete' })
  expect(await own.find({ id: second.id })).toBeUndefined()
})

test('of ten at once five are kept, and one of each name', async () => {
  const creator = await enter()
  const names = await Promise.all(
    Array.from({ length: 10 }, (_, at) => add(creator, { name: `s${at % 8}` })),
  )
  expect(names.filter(({ status }) => status === 201)).toHaveLength(5)
  const { body } = await creator.call<{ items: ComfyServerView[] }>(
    'GET',
    '/users/me/comfy-servers',
  )
  expect(new Set(body.items.map(({ name }) => name)).size).toBe(5)
})

test.each([
  'http://comfy.example.com',
  'https://127.0.0.1:8188',
  'https://10.0.0.5',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]',
  'https://2130706433',
  'https://user:pass@comfy.example.com',
  'ftp://comfy.example.com',
  'https://comfy.example.com/?token=1',
])('a public server refuses the address %s', async (url) => {
  const creator = await enter()
  app.ctx.config = { ...app.ctx.config, loopback: false }
  expect(await add(creator, { url })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', details: [{ path: 'url' }] },
  })
})

test('an address that was taken on one’s own machine is not called once the server is public', async () => {
  const creator = await enter()
  const { body: server } = await add(creator)
  app.ctx.config = { ...app.ctx.config, loopback: false }
  const { body } = await creator.call('POST', `/users/me/comfy-servers/${server.id}/test`)
  expect(body).toEqual({
    ok: false,
    message: expect.stringContaining('refused address: only https') as string,
  })
  expect(comfy.seen).toHaveLength(0)
})

test('a test says in words why there is no answer', async () => {
  const creator = await enter()
  const { body: wrong } = await add(creator, { auth: { user: 'me', password: 'wrong' } })
  const test = async (id: string) =>
    (await creator.call('POST', `/users/me/comfy-servers/${id}/test`)).body
  expect(await test(wrong.id)).toEqual({
    ok: false,
    message: 'No ComfyUI answers there (status 401).',
  })
  const { body: right } = await add(creator, { name: 'right' })
  comfy.failOnce(faults.garbage)
  expect(await test(right.id)).toEqual({
    ok: false,
    message: 'No ComfyUI answers there (another answer than expected).',
  })
})

test('with another SECRET a key is sealed again, or erased where the old one is not known', async () => {
  const creator = await enter()
  const { body: server } = await add(creator)
  const own = ownServersOf(() => ({
    db: app.ctx.db,
    config: { ...app.ctx.config, secret: ['b'] },
  }))
  await resealComfyServers(app.ctx.db, ['b', ...app.ctx.config.secret])
  expect(await own.find({ id: server.id })).toMatchObject({
    headers: { authorization: `Bearer ${KEY}` },
  })
  await resealComfyServers(app.ctx.db, 'c')
  expect(await own.find({ id: server.id })).toMatchObject({ headers: {} })
  await app.ctx.db.delete(comfyServers)
})
