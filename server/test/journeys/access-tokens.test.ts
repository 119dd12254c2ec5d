import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '../../src/features/identity/session.ts'
import { sessions } from '../../src/schema/identity.ts'
import { idOf, recipeFor } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

interface Token {
  id: string
  token: string
  label: string
  scopes: string[] | null
  origins: string[]
  created_at: string
  expires_at: string
  last_used_at: string | null
  last_address: string | null
}

let app: TestApp
let owner: Browser
beforeAll(async () => {
  app = await startTestApp({ env: UNLIMITED_RATES })
  owner = new Browser(app.url)
  await signIn(owner, 'owner@example.com')
})
afterAll(() => app.close())

const make = async (body: object) =>
  (await owner.json<Token>('/users/me/tokens', { body: { label: 'a script', ...body } })).body
const list = async () =>
  (await owner.json<{ items: Token[]; next_cursor: string | null }>('/users/me/tokens')).body
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const ask = (path: string, token: string, init: object = {}) =>
  new Browser(app.url).json(path, { headers: as(token), ...init })

test('a token is made for some scopes and days, and shown once', async () => {
  const made = await make({ scopes: ['sales:read', 'run', 'run'], days: 365 })
  expect(made).toMatchObject({ scopes: ['sales:read', 'run'], last_used_at: null })
  const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000
  expect(days).toBe(365)
  const { token: _secret, ...shown } = made
  const { items } = await list()
  expect(items).toContainEqual(shown)
  expect(JSON.stringify(items)).not.toContain(made.token)
  const [row] = await app.ctx.db.select().from(sessions).where(eq(sessions.id, made.id))
  expect(JSON.stringify(row)).not.toContain(made.token)
})

test('without a choice it runs and reads recipes for 90 days', async () => {
  const made = await make({})
  expect(made.scopes).toEqual(['run', 'workflows:read'])
  expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(90 * 86_400_000)
})

test('other scopes and days are refused, and so is none', async () => {
  for (const body of [{ scopes: [] }, { scopes: ['admin'] }, { days: 31 }, { scopes: 'run' }]) {
    const { status } = await owner.json('/users/me/tokens', { body: { label: 'a', ...body } })
    expect(status).toBe(400)
  }
})

test('its last use and address are shown, and written once a minute', async () => {
  const { id, token } = await make({})
  const shown = async () => (await list()).items.find((one) => one.id === id)
  const real = app.ctx.clock
  let now = new Date(real.now().getTime() + 1000)
  app.ctx.clock = { now: () => now }
  try {
    await Promise.all(Array.from({ length: 10 }, () => ask('/users/me', token)))
    expect(await shown()).toMatchObject({
      last_used_at: now.toISOString(),
      last_address: '127.0.0.1',
    })
    const first = now
    now = new Date(first.getTime() + 59_000)
    await ask('/users/me', token)
    expect((await shown())?.last_used_at).toBe(first.toISOString())
    now = new Date(first.getTime() + 61_000)
    await ask('/users/me', token)
    expect((await shown())?.last_used_at).toBe(now.toISOString())
  } finally {
    app.ctx.clock = real
  }
})

test('a call outside of its scopes says which one it needs', async () => {
  const { token } = await make({ scopes: ['run'] })
  const sales = await ask('/sales', token)
  expect([sales.status, sales.body['code']]).toEqual([403, 'insufficient_scope'])
  expect(sales.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="sales:read"',
  )
  const rename = await ask('/users', token, { method: 'PUT', body: { username: 'by.script' } })
  expect([rename.status, rename.body['code']]).toEqual([403, 'insufficient_scope'])
  expect(rename.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
})

test('a kept public answer is no way around the scopes', async () => {
  const { token } = await make({ scopes: ['webhooks'] })
  for (const path of ['/workflows', '/workflows']) {
    expect((await new Browser(app.url).json(path)).status).toBe(200)
    expect((await ask(path, token)).status).toBe(403)
  }
})

test('a bad token is told so in one sentence, and reads what everybody reads', async () => {
  const told = 'The access token is unknown, expired or revoked.'
  const bad = 'x'.repeat(43)
  for (const [path, init] of [
    ['/users/me', {}],
    ['/sales', {}],
    ['/drafts', { body: { text: '{}' } }],
  ] as const) {
    const { status, body, headers } = await ask(path, bad, init)
    expect([status, body['error']]).toEqual([401, told])
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  }
  expect((await ask('/workflows', bad)).status).toBe(200)
  const nobody = await new Browser(app.url).json('/users/me')
  expect(nobody.headers.get('www-authenticate')).toBe('Bearer')
})

test('a page of another site calls with a token, and never with cookies', async () => {
  const { token } = await make({})
  const origin = 'https://app.example'
  const address = `${app.url}/api/v1/users/me`
  const asks = { origin, 'access-control-request-method': 'GET' }
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: { ...asks, 'access-control-request-headers': 'authorization,content-type' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-credentials')).toBe(null)
  const without = await fetch(address, { method: 'OPTIONS', headers: asks })
  expect(without.status).toBe(405)

  const openFor = async (headers: Record<string, string>, path = address) =>
    (await fetch(path, { headers: { origin, ...headers } })).headers.get(
      'access-control-allow-origin',
    )
  expect(await openFor(as(token))).toBe('*')
  expect(await openFor(as('y'.repeat(43)))).toBe('*')
  expect(await openFor({})).toBe(null)
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await openFor({ cookie })).toBe(null)
  expect(await openFor({ ...as(token), cookie })).toBe(null)
  // A token that is none opens no public list of a server in somebody's own network.
  const list = `${app.url}/api/v1/workflows`
  expect(await openFor(as(token), list)).toBe('*')
  expect(await openFor(as('y'.repeat(43)), list)).toBe(null)
  expect(await openFor({}, list)).toBe(null)
})

test('a refusal is a problem for who asks for one', async () => {
  const answer = await fetch(`${app.url}/api/v1/users/me`, {
    headers: { accept: 'application/problem+json' },
  })
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const told = (await answer.json()) as Record<string, unknown>
  expect(told).toMatchObject({
    type: 'about:blank',
    title: 'Unauthorized',
    status: 401,
    detail: told['error'],
    code: 'unauthenticated',
    instance: `urn:uuid:${answer.headers.get('x-request-id')}`,
  })
})

test('a checkout returns to sites that were named with the token alone', async () => {
  const { token, origins } = await make({
    origins: ['https://shop.example', 'http://localhost:3000'],
  })
  expect(origins).toEqual(['https://shop.example', 'http://localhost:3000'])
  const other = (await make({})).token
  const returnTo = async (success_url: string, by: string) => {
    const body = {
      workflow_id: '018f0000-0000-7000-8000-000000000001',
      success_url,
      cancel_url: 'https://shop.example/back',
    }
    const answer = await ask('/payment/create-checkout-session', by, { body })
    return [answer.status, answer.body['error']]
  }
  const refused = [400, 'success_url must be an address of this site.']
  expect((await returnTo('https://shop.example/done?s={CHECKOUT_SESSION_ID}', token))[0]).toBe(404)
  expect(await returnTo('https://evil.example/done', token)).toEqual(refused)
  expect(await returnTo('https://shop.example.evil.example/', token)).toEqual(refused)
  expect(await returnTo('https://me:pw@shop.example/', token)).toEqual(refused)
  expect(await returnTo('https://shop.example/done', other)).toEqual(refused)
  for (const origin of [
    'http://shop.example',
    'https://shop.example/path',
    'javascript:alert(1)',
  ]) {
    const { status } = await owner.json('/users/me/tokens', {
      body: { label: 'a', origins: [origin] },
    })
    expect(status).toBe(400)
  }
})

test('a recipe is published without user_id: the caller is meant', async () => {
  const { token } = await make({ scopes: ['workflows:write'] })
  const id = await idOf(owner)
  const { user_id: _left, ...recipe } = recipeFor(id, {
    steps: [
      { id: 'draw', provider: 'local', function_type: 'text_to_image', prompt: 'A {{wish}}' },
    ],
  }) as Record<string, unknown>
  const made = await ask('/workflows', token, { body: recipe })
  expect([made.status, made.body['user_id']]).toEqual([201, id])
})

test('one press ends it at once, and once', async () => {
  const { id, token } = await make({})
  expect((await ask('/users/me', token)).status).toBe(200)
  const end = () => owner.json(`/users/me/tokens/${id}`, { method: 'DELETE' })
  const ended = await Promise.all([end(), end(), end()])
  expect(ended.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(ended.filter(({ status }) => status === 404)).toHaveLength(2)
  expect((await ask('/users/me', token)).status).toBe(401)
  expect((await list()).items.map((one) => one.id)).not.toContain(id)
})

test('a token made before there were scopes may do what it could', async () => {
  const principalId = await idOf(owner)
  const { token, row } = await createSession(app.ctx, { principalId, kind: 'token', label: 'old' })
  const renamed = await ask('/users', token, { method: 'PUT', body: { username: 'by.script' } })
  expect(renamed.status).toBe(200)
  expect((await ask('/sales', token)).status).toBe(200)
  const { status, body } = await ask('/users/me/tokens', token)
  expect([status, body['code']]).toEqual([403, 'forbidden'])
  expect((await list()).items).toContainEqual(expect.objectContaining({ id: row.id, scopes: null }))
})
