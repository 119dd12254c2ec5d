import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openReadyLane, shareAnswer } from './ready-lane.ts'

/** A server whose one route counts how often it is really asked. */
async function startShared() {
  const retiring = new AbortController()
  const lane = openReadyLane({ retiring: retiring.signal })
  const app = Fastify({ serverFactory: (handler) => createServer(lane.before(handler)) })
  onTestFinished(() => app.close())
  lane.watch(app)
  const state = { asked: 0, current: true }
  app.get('/*', async (request, reply) => {
    state.asked++
    const body = Buffer.from(`answer ${state.asked} to ${request.headers.host}`)
    const status = request.url === '/gone' ? 404 : 200
    if (request.url !== '/own') shareAnswer(request, { body, isCurrent: () => state.current })
    reply.header('x-request-id', 'first').header('set-cookie', 'a=b').header('etag', '"one"')
    return reply.code(status).type('text/plain').send(body)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  return { get, state, retiring }
}

test('a shared answer is sent again as it was, but for what was its own', async () => {
  const { get, state } = await startShared()
  const first = await get('/a')
  const second = await get('/a')
  expect(second.text).toBe(first.text)
  expect(second.headers.get('content-type')).toBe('text/plain')
  expect(second.headers.get('x-request-id')).not.toBe('first')
  expect(second.headers.get('set-cookie')).toBeNull()
  expect(state.asked).toBe(1)
})

test('a browser that has it is told so', async () => {
  const { get } = await startShared()
  await get('/a')
  const again = await get('/a', { 'if-none-match': '"one"' })
  expect(again).toMatchObject({ status: 304, text: '' })
})

test.each([
  ['own answers', '/own', {}],
  ['faults', '/gone', {}],
  ['other packings', '/a', { 'accept-encoding': 'br' }],
  ['other schemes', '/a', { 'x-forwarded-proto': 'https' }],
  ['other queries', '/a?b', {}],
])('%s are made anew', async (_, path, headers) => {
  const { get, state } = await startShared()
  await get('/a')
  await get(path)
  const before = state.asked
  await get(path, headers)
  expect(state.asked).toBe(path === '/a?b' ? before : before + 1)
  expect(state.asked).toBeGreaterThan(1)
})

test('an answer that is no longer current is made anew', async () => {
  const { get, state } = await startShared()
  await get('/a')
  state.current = false
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
