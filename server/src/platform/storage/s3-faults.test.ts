import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'
import { type FaultyProxy, openFaultyProxy } from './test-support/open-faulty-proxy.ts'
import { type ObjectStore, startObjectStore } from './test-support/start-object-store.ts'

const ATTEMPTS = 3
/** Short, since a test waits for the timeout; long enough for real answers on a busy machine. */
const LIMITS = { connectMs: 1_500, answerMs: 1_500, idleMs: 1_500, attempts: ATTEMPTS }
const PNG = { contentType: 'image/png' }
const BIG = 11 * 1024 * 1024
const UNAVAILABLE = { code: 'unavailable', retryAfterSeconds: 30 }

let server: ObjectStore
/** Without the proxy in between. */
let direct: Storage
let proxy: FaultyProxy
let store: Storage
beforeAll(async () => {
  server = await startObjectStore()
  direct = openS3Storage(server.options)
})
afterAll(async () => {
  await direct.close()
  await server.close()
})
beforeEach(async () => {
  proxy = await openFaultyProxy(server.options.endpoint ?? '')
  store = openS3Storage({ ...server.options, endpoint: proxy.endpoint, limits: LIMITS })
})
afterEach(async () => {
  await store.close()
  await proxy.close()
})

const newKey = () => `faults/${randomUUID()}.png`

describe.each(['fail', 'hang', 'cut'] as const)('a store that answers with: %s', (fault) => {
  test('one such answer is retried without an error', async () => {
    const met = new Set<string | undefined>()
    proxy.fault = ({ method }) => (met.has(method) || !met.add(method) ? 'pass' : fault)
    const key = newKey()
    await store.put(key, Buffer.from('kept'), PNG)
    const [bytes, stat] = await Promise.all([store.read(key), store.stat(key)])
    expect(String(bytes)).toBe('kept')
    expect(stat).toMatchObject({ bytes: 4 })
    expect(met).toEqual(new Set(['PUT', 'GET', 'HEAD']))
  })

  test('a call that gets no other answer fails after three tries, with a sentence', async () => {
    proxy.fault = () => fault
    const key = newKey()
    // At once, because each try of a hanging call waits for the timeout.
    const ends = await Promise.allSettled([
      store.put(key, Buffer.from('lost'), PNG),
      store.read(key),
      store.stat(key),
      store.delete(key),
      store.list('')[Symbol.asyncIterator]().next(),
    ])
    for (const end of ends) {
      expect(end).toMatchObject({ status: 'rejected', reason: UNAVAILABLE })
    }
    const tries = Map.groupBy(proxy.calls, (call) => call.replace(/[?&]x-id=.*/, ''))
    expect([...tries.values()].map(({ length }) => length)).toEqual(ends.map(() => ATTEMPTS))
    expect(await store.isReady()).toBe(false)
    expect(await direct.stat(key)).toBeUndefined()
  })

  test('an upload of a large file resumes at the part that broke off', async () => {
    const bytes = randomBytes(BIG)
    proxy.fault = (request, before) =>
      /partNumber=2/.test(request.url ?? '') && before <= 2 ? fault : 'pass'
    const key = newKey()
    await store.put(key, Readable.from([bytes]), PNG)
    expect((await direct.read(key)).equals(bytes)).toBe(true)
    expect(proxy.calls.filter((call) => /partNumber=1/.test(call))).toHaveLength(1)
    expect(proxy.calls.filter((call) => /partNumber=2/.test(call)).length).toBeGreaterThan(1)
  })

  test('a failed upload of a large file leaves no part behind', async () => {
    proxy.fault = (request) => (/partNumber=3/.test(request.url ?? '') ? fault : 'pass')
    const key = newKey()
    const body = Readable.from([randomBytes(BIG)])
    await expect(store.put(key, body, PNG)).rejects.toMatchObject(UNAVAILABLE)
    expect(await direct.stat(key)).toBeUndefined()
    expect(proxy.calls.at(-1)).toMatch(/^DELETE .*uploadId=/)
    expect(body.destroyed).toBe(true)
  })
})

test('an answer cut off in its middle is an error, not a short file', async () => {
  const key = newKey()
  await direct.put(key, randomBytes(1_000_000), PNG)
  proxy.fault = () => 'half'
  await Promise.all([
    expect(store.read(key)).rejects.toMatchObject(UNAVAILABLE),
    expect(store.open(key).then(buffer)).rejects.toThrow(),
  ])
})

test('a missing bucket is not reported as a missing file', async () => {
  const lost = openS3Storage({ ...server.options, bucket: 'nobody-made-this' })
  await expect(lost.read('x')).rejects.toMatchObject(UNAVAILABLE)
  await expect(lost.put('x', Buffer.from('x'), PNG)).rejects.toMatchObject(UNAVAILABLE)
  expect(await lost.isReady()).toBe(false)
  await lost.close()
})

test('a stream that breaks while waiting for its turn fails its own put only', async () => {
  let open = (): void => {}
  const gate = new Promise<void>((done) => {
    open = done
  })
  const slow = () =>
    Readable.from(
      (async function* () {
        await gate
        yield Buffer.from('slow')
      })(),
    )
  const keys = Array.from({ length: 4 }, newKey)
  const puts = keys.map((key) => store.put(key, slow(), PNG))
  const waiting = new Readable({ read() {} })
  const broken = store.put(newKey(), waiting, PNG)
  waiting.destroy(new Error('the file is gone'))
  open()
  await expect(broken).rejects.toThrow('the file is gone')
  await Promise.all(puts)
  for (const key of keys) expect(String(await direct.read(key))).toBe('slow')
})
