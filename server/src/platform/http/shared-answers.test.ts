import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Change } from '../events/event-hub.ts'
import { buildAnswer } from './answer.ts'
import { openSharedAnswers, sendShared } from './shared-answers.ts'

const BRIEFLY = { lifeMs: 10 }
const TEXT = { type: 'text/plain' }

function openAnswers() {
  const clock = { ms: 0 }
  let announce: (change: Change | null) => void = () => undefined
  const answers = openSharedAnswers({
    events: {
      subscribeAll(onChange) {
        announce = onChange
        return () => undefined
      },
    },
    shownBy: ['thing'],
    now: () => clock.ms,
  })
  let made = 0
  const make = async () => buildAnswer(`answer ${++made}`, TEXT)
  const get = (key = 'a', keep: Parameters<typeof answers.get>[1] = BRIEFLY) =>
    answers.get(key, keep, make)
  const change = (about: string) => announce({ about, id: '1', seq: 0 })
  return { answers, clock, get, change, reconnect: () => announce(null), count: () => made }
}

test('simultaneous callers share one computation, and an answer lives for its time', async () => {
  const { get, clock, count } = openAnswers()
  const [one, two] = await Promise.all([get(), get()])
  expect(one).toBe(two)
  clock.ms = 9
  await get()
  expect(count()).toBe(1)
  clock.ms = 10
  expect(one.isCurrent()).toBe(false)
  await get()
  expect(count()).toBe(2)
})

test('the number of answers is bounded, and the least recently used answer is dropped first', async () => {
  const { get, count } = openAnswers()
  for (let key = 0; key < 1_000; key++) await get(`${key}`)
  await get('0')
  await get('one more')
  expect(count()).toBe(1_001)
  await get('0')
  expect(count()).toBe(1_001)
  await get('1')
  expect(count()).toBe(1_002)
})

test('the bytes of all answers are bounded, every form of a page counted', async () => {
  const { answers } = openAnswers()
  let made = 0
  const page = () =>
    answers.get(`page ${made}`, BRIEFLY, async () => {
      made += 1
      return buildAnswer('x'.repeat(1024 * 1024), TEXT)
    })
  for (let at = 0; at < 21; at++) await page()
  const again = (at: number) =>
    answers.get(`page ${at}`, BRIEFLY, async () => {
      made += 1
      return buildAnswer('made again', TEXT)
    })
  await again(0)
  expect(made).toBe(21)
  await page()
  // The one used longest ago made room, and no other.
  await again(2)
  expect(made).toBe(22)
  await again(1)
  expect(made).toBe(23)
})

test('a change of the rows behind the answers drops every answer, running computations included', async () => {
  const { get, change, reconnect, count } = openAnswers()
  const stale = get()
  change('thing')
  expect((await stale).isCurrent()).toBe(false)
  expect((await get()).answer).not.toBe((await stale).answer)
  change('job')
  await get()
  expect(count()).toBe(2)
  reconnect()
  await get()
  expect(count()).toBe(3)
})

test('an answer that outlives changes is kept for its time', async () => {
  const { get, change, count } = openAnswers()
  const keep = { ...BRIEFLY, outlivesChanges: true }
  await get('a', keep)
  change('thing')
  expect((await get('a', keep)).isCurrent()).toBe(true)
  expect(count()).toBe(1)
})

test.each([
  ['a failed making', () => Promise.reject(new Error('no'))],
  ['an answer of a fault', async () => buildAnswer('sorry', { ...TEXT, status: 503 })],
])('%s is not kept', async (_, broken) => {
  const { answers, get } = openAnswers()
  await answers.get('a', BRIEFLY, broken).catch(() => undefined)
  expect((await get()).answer.status).toBe(200)
})

/** A server whose one route counts how often the framework asks the route. */
async function startShared() {
  const retiring = new AbortController()
  const { answers, change } = openAnswers()
  const app = Fastify({
    serverFactory: (handler) =>
      createServer(answers.before(handler, { retiring: retiring.signal })),
  })
  onTestFinished(() => app.close())
  answers.watch(app)
  const state = { asked: 0 }
  app.get('/*', async (request, reply) => {
    state.asked++
    const answer = buildAnswer(`answer to ${request.headers.host} ${'again '.repeat(200)}`, {
      ...TEXT,
      status: request.url === '/gone' ? 404 : 200,
    })
    reply.header('x-request-id', 'first').header('set-cookie', 'a=b')
    if (request.url === '/own') return reply.send(answer.body)
    return sendShared(request, reply, await answers.get(request.url, BRIEFLY, async () => answer))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  return { get, state, retiring, change }
}

test('a shared answer is sent again unchanged, except for headers of one answer alone', async () => {
  const { get, state } = await startShared()
  const first = await get('/a')
  const second = await get('/a')
  expect(second.text).toBe(first.text)
  expect(second.headers.get('content-type')).toBe('text/plain')
  expect(second.headers.get('cache-control')).toBe('no-cache')
  expect(second.headers.get('vary')).toBe('accept-encoding')
  expect(second.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(second.headers.get('set-cookie')).toBeNull()
  expect(state.asked).toBe(1)
})

test('a browser that has the answer gets 304, from the framework and before the framework', async () => {
  const { get, state } = await startShared()
  const etag = String((await get('/a', { 'accept-encoding': 'gzip' })).headers.get('etag'))
  const known = { 'if-none-match': etag }
  expect(await get('/a', { ...known, 'accept-encoding': 'br' })).toMatchObject({ status: 304 })
  expect(state.asked).toBe(2)
  const again = await get('/a', { ...known, 'accept-encoding': 'gzip' })
  expect(again).toMatchObject({ status: 304, text: '' })
  expect(again.headers.get('content-type')).toBeNull()
  expect(state.asked).toBe(2)
})

test.each([
  ['own answers', '/own', {}],
  ['faults', '/gone', {}],
  ['other packings', '/a', { 'accept-encoding': 'br' }],
  ['other schemes', '/a', { 'x-forwarded-proto': 'https' }],
  ['other hosts', '/a', { 'x-forwarded-host': 'b.test' }],
  ['other methods', '/a', {}, 'HEAD'],
])('the framework is asked again for %s', async (_, path, headers, method?: string) => {
  const { get, state } = await startShared()
  await get('/a')
  await get(path)
  const before = state.asked
  await get(path, headers, method)
  expect(state.asked).toBe(before + 1)
})

test('the framework is asked again for an answer that is no longer current', async () => {
  const { get, state, change } = await startShared()
  await get('/a')
  change('thing')
  await get('/a')
  expect(state.asked).toBe(2)
})

test('a server that retires asks the framework, which closes the connection', async () => {
  const { get, state, retiring } = await startShared()
  await get('/a')
  retiring.abort()
  await get('/a')
  expect(state.asked).toBe(2)
})
