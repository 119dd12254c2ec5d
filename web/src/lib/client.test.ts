import { API_TIMEOUT_MS, CREATION_TIMEOUT_MS } from '@vignette/contract/limits.ts'
import { expect, test, vi } from 'vitest'
import { HALF_AN_ANSWER, Refusal, readEvents, startApi } from '../../test/start-api.ts'
import { configureAnalytics, flushAnalytics } from './analytics.ts'
import { ApiError, TimeoutError } from './api-error.ts'
import { buildUrl, call } from './client.ts'

const id = '018f0000-0000-7000-8000-000000000001'

test('a refused call fails with HTTP {status}: {statusText} and the body’s error', async () => {
  await startApi({
    [`GET /workflows/${id}`]: () =>
      new Refusal(404, { error: 'No such workflow', code: 'not_found' }),
    'GET /workflows': () => new Refusal(500, 'not an object'),
  })
  await expect(call('getWorkflow', { params: { id } })).rejects.toMatchObject({
    message: 'HTTP 404: Not Found - No such workflow',
    status: 404,
    code: 'not_found',
    reason: 'No such workflow',
  })
  await expect(call('listWorkflows', {})).rejects.toThrow(/^HTTP 500: Internal Server Error$/)
})

test('a call fills its address', async () => {
  const asked = await startApi({ 'GET /payouts/account': () => ({ state: 'none' }) })
  expect(await call('getPayoutAccount', {})).toEqual({ state: 'none' })
  await call('revokeSession', { params: { id } }).catch(() => undefined)
  expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `/users/me/sessions/${id}`,
  ])
})

test('a timeout error names the seconds', async () => {
  await startApi({ 'GET /workflows': () => new Promise(() => undefined) })
  const late = call('listWorkflows', { timeoutMs: 40 })
  await expect(late).rejects.toBeInstanceOf(TimeoutError)
  expect(new TimeoutError(300).message).toBe('Request timed out after 300 seconds')
})

test('a remix has a timeout of 15 minutes, every other call of 5', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await startApi({})
  await call('getWorkflow', { params: { id } }).catch(() => undefined)
  await call('createCreation', {
    params: { id },
    body: { user_id: 'u', user_inputs: {} },
  }).catch(() => undefined)
  expect(limits.mock.calls.flat()).toEqual([API_TIMEOUT_MS, CREATION_TIMEOUT_MS])
  limits.mockRestore()
})

test('a timeout is reported with its seconds', async () => {
  const asked = await startApi({ 'GET /workflows': () => new Promise(() => undefined) })
  configureAnalytics('/api/v1/analytics/batch', 'key')
  await call('listWorkflows', { timeoutMs: 1000 }).catch(() => undefined)
  flushAnalytics()
  await expect
    .poll(() => readEvents(asked).at(-1))
    .toMatchObject({
      event: 'api_request_failed',
      properties: {
        endpoint: 'GET /workflows',
        method: 'GET',
        message: 'Request timed out after 1 seconds',
        timeout_seconds: 1,
      },
    })
})

test('a timeout during the answer counts as well', async () => {
  const asked = await startApi({ 'GET /workflows': () => HALF_AN_ANSWER })
  configureAnalytics('/api/v1/analytics/batch', 'key')
  const late = call('listWorkflows', { timeoutMs: 1000 })
  await expect(late).rejects.toThrow('Request timed out after 1 seconds')
  flushAnalytics()
  await expect
    .poll(() => readEvents(asked).at(-1)?.properties)
    .toMatchObject({ message: 'Request timed out after 1 seconds', timeout_seconds: 1 })
})

test('a server error for the current user is reported like any other', async () => {
  const asked = await startApi({ 'GET /auth/me': () => new Refusal(500) })
  configureAnalytics('/api/v1/analytics/batch', 'key')
  await call('getAuthMe', {}).catch(() => undefined)
  flushAnalytics()
  await expect
    .poll(() => readEvents(asked).at(-1))
    .toMatchObject({
      event: 'api_request_failed',
      properties: { endpoint: 'GET /auth/me', status: 500 },
    })
})

test('each failure is reported as api_request_failed, except the 401 of a signed-out visitor', async () => {
  const asked = await startApi({})
  configureAnalytics('/api/v1/analytics/batch', 'key')
  await call('getWorkflow', { params: { id } }).catch(() => undefined)
  await call('getAuthMe', {}).catch(() => undefined)
  flushAnalytics()
  const last = () => readEvents(asked).at(-1)
  await expect.poll(last).toMatchObject({
    event: 'api_request_failed',
    properties: { endpoint: 'GET /workflows/:id', method: 'GET', status: 404 },
  })
  expect(readEvents(asked).map(({ properties }) => properties.endpoint)).not.toContain(
    'GET /auth/me',
  )
})

test('writes carry the cookie’s CSRF token, the bearer and the idempotency key', async () => {
  const asked = await startApi({ 'POST /auth/logout': () => ({ ok: true }) })
  document.cookie = 'csrf_token=abc'
  localStorage.setItem('access_token', 'secret')
  await call('logout', { idempotencyKey: 'k1' })
  expect(asked[0]?.headers).toMatchObject({
    'x-csrf-token': 'abc',
    authorization: 'Bearer secret',
    'idempotency-key': 'k1',
  })
})

test('a write is repeated once with a token that arrived while the write was on its way', async () => {
  const answers = [new Refusal(403, { error: 'No token', code: 'csrf_failed' }), { ok: true }]
  const asked = await startApi({
    'POST /auth/logout': () => {
      document.cookie = 'csrf_token=late; Path=/'
      return answers.shift()
    },
  })
  document.cookie = 'csrf_token=; Path=/; Max-Age=0'
  expect(await call('logout', { idempotencyKey: 'k1' })).toEqual({ ok: true })
  expect(asked.map(({ headers }) => headers['x-csrf-token'])).toEqual([undefined, 'late'])
  expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'k1'])
})

test('a write refused with the token that the browser still has is not repeated', async () => {
  const asked = await startApi({
    'POST /auth/logout': () => new Refusal(403, { error: 'Foreign', code: 'csrf_failed' }),
  })
  document.cookie = 'csrf_token=abc; Path=/'
  await expect(call('logout', {})).rejects.toMatchObject({ code: 'csrf_failed' })
  expect(asked).toHaveLength(1)
})

test('the first writes of a browser name the same visitor in a header, until a token names that visitor', async () => {
  document.cookie = 'csrf_token=; Path=/; Max-Age=0'
  localStorage.clear()
  const asked = await startApi({ 'POST /auth/logout': () => ({ ok: true }) })
  await Promise.all([call('logout', {}), call('logout', {})])
  const named = asked.map(({ headers }) => headers['x-visitor-id'])
  expect(named).toEqual([localStorage.getItem('user_id'), localStorage.getItem('user_id')])
  document.cookie = 'csrf_token=abc; Path=/'
  await call('logout', {})
  expect(asked.at(-1)?.headers).not.toHaveProperty('x-visitor-id')
})

test('an aborted call rejects with the abort, not with an API error', async () => {
  const asked = await startApi({ 'GET /workflows': () => new Promise(() => undefined) })
  const controller = new AbortController()
  const pending = call('listWorkflows', { signal: controller.signal })
  await expect.poll(() => asked.length).toBe(1)
  controller.abort()
  const error = await pending.catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(ApiError)
  expect(error).not.toBeInstanceOf(TimeoutError)
})

test('URLs are built from the contract, without empty query parameters', () => {
  expect(buildUrl('getCreation', { id: 'a/b' }, { key: undefined })).toBe('/api/v1/creations/a%2Fb')
  expect(buildUrl('listWorkflows', {}, { page: 2, q: '' })).toBe('/api/v1/workflows?page=2')
})
