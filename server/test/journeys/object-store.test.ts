import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CreationView } from '@vignette/contract/creations.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type FaultyProxy,
  openFaultyProxy,
} from '../../src/platform/storage/test-support/open-faulty-proxy.ts'
import {
  type ObjectStore,
  startObjectStore,
} from '../../src/platform/storage/test-support/start-object-store.ts'
import { creations } from '../../src/schema/creations.ts'
import { media } from '../../src/schema/media.ts'
import { publish, remixNow } from '../support/acts.ts'
import { Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { s3Environment } from '../support/s3-environment.ts'
import {
  createScriptedProvider,
  picture,
  type ScriptedProvider,
} from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let store: ObjectStore
let proxy: FaultyProxy
let provider: ScriptedProvider
let app: TestApp
beforeAll(async () => {
  store = await startObjectStore()
  proxy = await openFaultyProxy(store.options.endpoint ?? '')
  provider = createScriptedProvider({
    start: async (call) => {
      await call.firstImage?.bytes()
      return picture()
    },
  })
  const env = s3Environment({ ...store.options, endpoint: proxy.endpoint })
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, ...env },
    providers: [provider],
    // As many tries as outside of tests, without the 15 seconds of pauses between them.
    change: ({ storage }) => {
      storage.retryAfterMs = storage.retryAfterMs.map(() => 20)
    },
  })
})
afterAll(async () => {
  await app.close()
  await proxy.close()
  await store.close()
})
beforeEach(() => {
  proxy.fault = () => 'pass'
  proxy.calls.length = 0
})

const isPut = (method: string | undefined) => method === 'PUT'
const filesOf = async () => (await app.ctx.db.select().from(media)).length

test.each(['fail', 'cut'] as const)(
  'an upload while the store will %s is refused with a sentence and leaves no file',
  async (fault) => {
    const browser = new Browser(app.url)
    const upload = async () => {
      const image = sharp({ create: { width: 120, height: 90, channels: 3, background: '#123' } })
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(await image.png().toBuffer())]), 'a.png')
      return browser.json<{ error: string; code: string; url: string }>('/upload/image', { form })
    }
    const before = await filesOf()
    proxy.fault = ({ method }) => (isPut(method) ? fault : 'pass')
    const refused = await upload()
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    expect(refused.body.error).toMatch(/file store .* try again/)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await filesOf()).toBe(before)
    expect(await readdir(join(app.ctx.config.dataDir, 'tmp'))).toEqual([])
    proxy.fault = () => 'pass'
    expect((await upload()).status).toBe(201)
  },
)

test('a short failure of the store does not fail a remix that writes', async () => {
  const actor = new Visitor(app.url)
  const { id: recipe } = await publish(actor)
  provider.starts.length = 0
  // More failures than the retries of one put.
  let failures = 4
  proxy.fault = ({ method }) => (isPut(method) && failures-- > 0 ? 'fail' : 'pass')
  const creation = await remixNow(actor, recipe)
  expect((await actor.fetch(creation.image ?? '')).status).toBe(200)
  expect(provider.starts).toHaveLength(1)
  expect(failures).toBeLessThan(0)
})

test("a short failure of the store does not fail a remix that reads another step's file", async () => {
  const actor = new Visitor(app.url)
  const { id: recipe } = await publish(actor, {
    steps: [
      { id: 'draw', provider: 'local', function_type: 'draw' },
      { id: 'again', provider: 'local', function_type: 'restyle', first_image: '{{draw}}' },
    ],
    output: 'again',
  })
  provider.starts.length = 0
  let failures = 4
  proxy.fault = ({ method }) => (method === 'GET' && failures-- > 0 ? 'fail' : 'pass')
  await remixNow(actor, recipe)
  expect(provider.starts.map((call) => call.functionType)).toEqual(['draw', 'restyle'])
  expect(failures).toBeLessThan(0)
})

test('a long failure of the store fails the remix with a sentence and delivers nothing', async () => {
  const actor = new Visitor(app.url)
  const { id: recipe } = await publish(actor)
  const [files, made] = [await filesOf(), await app.ctx.db.select().from(creations)]
  proxy.fault = () => 'fail'
  const answer = await actor.call('POST', `/workflows/${recipe}/creations`, {
    user_id: actor.anonymousId,
    user_inputs: { wish: 'boat' },
    async: false,
  })
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(JSON.stringify(answer.body)).toMatch(/file store does not answer/)
  expect(await filesOf()).toBe(files)
  const rows = await app.ctx.db.select().from(creations)
  expect(rows).toHaveLength(made.length + 1)
  expect(rows.filter((row) => row.deliveredAt !== null)).toHaveLength(
    made.filter((row) => row.deliveredAt !== null).length,
  )
  const ready = await actor.call<{ checks: object }>('GET', '/healthcheck?ready=1')
  expect(ready.status).toBe(503)
  expect(ready.body.checks).toMatchObject({ database: true, storage: false })
  expect((await actor.call('GET', '/workflows')).status).toBe(200)
}, 60_000)

test('an unreadable file is distinguished from a missing file', async () => {
  const actor = new Visitor(app.url)
  const made = await remixNow(actor, (await publish(actor)).id, { public: true })
  const url = made.image ?? ''
  for (const fault of ['fail', 'cut'] as const) {
    proxy.fault = () => fault
    const answer = await actor.fetch(url)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
  }
  proxy.fault = ({ method }) => (method === 'GET' ? 'cut' : 'pass')
  const unread = await actor.fetch(url)
  expect([unread.status, unread.headers.get('etag')]).toEqual([503, null])
  expect(await unread.json()).toMatchObject({ code: 'unavailable' })
  const download = await actor.fetch(`/api/v1/creations/${made.id}/download`)
  expect([download.status, download.headers.get('content-disposition')]).toEqual([503, null])
  expect(await download.json()).toMatchObject({ code: 'unavailable' })
  proxy.fault = () => 'pass'
  const again = await actor.call<CreationView>('GET', `/creations/${made.id}`)
  expect((await actor.fetch(again.body.image ?? '')).status).toBe(200)
})
