import { API_BASE, paths, type RouteName } from '@vignette/contract/paths.ts'
import { routes } from '@vignette/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { principals } from '../../src/schema/identity.ts'
import { TABLE } from '../support/access/table.ts'
import { createWorld, type World } from '../support/access/world.ts'
import { idOf } from '../support/acts.ts'
import { Browser } from '../support/browser.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const SOME_ID = '018f0000-0000-7000-8000-000000000001'
const NAMED = 'anon_bbbbbbbbbbbbbbbbbbbbbbbb'
const NAMES = Object.keys(routes) as RouteName[]
const isGuarded = (name: RouteName) => (routes[name] as { csrf?: boolean }).csrf !== false
const WRITES = NAMES.filter((name) => routes[name].method !== 'GET' && isGuarded(name))
const UNGUARDED = NAMES.filter((name) => !isGuarded(name))

/** The first call of the route's table, made as the owner. */
async function write(name: RouteName, headers: Record<string, string>, browser = signedIn()) {
  const [method, path] = paths[name]
  const [row] = TABLE[name]
  const { params, body, form } = row?.ask(world, 'owner', SOME_ID, world.cast) ?? {}
  const filled = path.replace(/:(\w+)/g, (_whole, key: string) => params?.[key] ?? SOME_ID)
  return browser.json<{ code: string }>(filled, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(form ? { form: await form() } : {}),
  })
}

/** The owner's session, without the browser's habit of repeating the CSRF token. */
function signedIn(): Browser {
  const browser = new Browser(world.app.url)
  for (const [name, value] of world.cast.browsers.owner.cookies) {
    if (name !== 'csrf_token') browser.cookies.set(name, value)
  }
  return browser
}

describe.each(WRITES)('%s by cookie', (name) => {
  test("needs this caller's CSRF token and our own Origin", async () => {
    const { owner, user } = world.cast.browsers
    const token = owner.cookies.get('csrf_token') ?? ''
    const refusals = await Promise.all([
      write(name, {}),
      write(name, { 'x-csrf-token': token }),
      write(name, { 'x-csrf-token': user.cookies.get('csrf_token') ?? '' }, owner),
      write(name, { 'x-csrf-token': `${token}x` }, owner),
      write(name, { origin: 'https://evil.example' }, owner),
      write(name, { origin: 'null' }, owner),
      write(name, { origin: world.app.url.replace('http:', 'https:') }, owner),
      write(name, { authorization: 'Bearer not-a-token-of-anybody-at-all-0000' }),
    ])
    expect(refusals.map(({ body }) => body.code)).toEqual(Array(8).fill('csrf_failed'))
  })
})

test('a browser that lost its token gets one with the refusal, from our own pages alone', async () => {
  const lost = signedIn()
  const read = (headers: Record<string, string> = {}) =>
    lost.json(`/workflows/${world.recipe}/words`, { body: { user_inputs: {} }, headers })
  expect((await read({ origin: 'https://evil.example' })).status).toBe(403)
  expect(lost.cookies.has('csrf_token')).toBe(false)
  expect((await read()).status).toBe(403)
  expect((await read()).status).toBe(200)
})

describe('without cookies', () => {
  test('a foreign page creates no visitor, by a write or by a read', async () => {
    const foreign = new Browser(world.app.url)
    const body = { user_inputs: { wish: 'x' }, user_id: NAMED }
    const written = await foreign.json(`/workflows/${world.recipe}/creations`, {
      body,
      headers: { origin: 'https://evil.example' },
    })
    expect(written.status).toBe(403)
    const unnamed = await foreign.json(`/workflows/${world.recipe}/creations`, {
      body,
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(unnamed.status).toBe(403)
    for (const site of ['cross-site', 'same-site', 'none']) {
      await foreign.json(`/users/${NAMED}`, { headers: { 'sec-fetch-site': site } })
    }
    expect([...foreign.cookies]).toEqual([])
    await foreign.json(`/users/${NAMED}`, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect([...foreign.cookies.keys()]).toEqual(['vignette_visitor', 'csrf_token'])
  })

  test.each([2, 10])('%i first writes at once that name one id are one visitor’s', async (many) => {
    const named = { 'x-visitor-id': `anon_${String(many).padStart(24, 'c')}` }
    const before = await world.app.ctx.db.$count(principals)
    const browsers = Array.from({ length: many }, () => new Browser(world.app.url))
    const read = () => ({ body: { user_inputs: { wish: 'a kite' } }, headers: named })
    await Promise.all(browsers.map((one) => one.json(`/workflows/${world.recipe}/words`, read())))
    expect(await world.app.ctx.db.$count(principals)).toBe(before + 1)
    const tokens = browsers.map((one) => one.cookies.get('csrf_token')?.split('.')[1])
    expect([new Set(tokens).size, tokens[0]]).toEqual([1, expect.any(String)])
    // The cookies of one answer and the token of another belong to the same visitor.
    const [one, other] = browsers as [(typeof browsers)[0], (typeof browsers)[0]]
    one.cookies.set('csrf_token', other.cookies.get('csrf_token') ?? '')
    expect((await one.json(`/workflows/${world.recipe}/words`, read())).status).toBe(200)
  })

  test('a read that names an id in a header makes no visitor', async () => {
    const browser = new Browser(world.app.url)
    await browser.json('/workflows', { headers: { 'x-visitor-id': NAMED } })
    expect([...browser.cookies]).toEqual([])
  })

  test.each(UNGUARDED)(
    'a form that names an anonymous id signs no browser in by %s',
    async (name) => {
      const foreign = new Browser(world.app.url)
      const form = new URLSearchParams({
        user_id: NAMED.replaceAll('b', 'e'),
        email: 'a@b.example',
      })
      const before = await world.app.ctx.db.$count(principals)
      for (const gateway of ['sandbox', 'stripe']) {
        const path = API_BASE + paths[name][1].replace(':gateway', gateway)
        for (const origin of ['https://evil.example', world.app.url]) {
          await foreign.fetch(path, { method: 'POST', form, headers: { origin } })
          await foreign.fetch(path, { method: 'POST', form })
        }
      }
      expect([...foreign.cookies]).toEqual([])
      expect(await world.app.ctx.db.$count(principals)).toBe(before)
    },
  )

  test('a bearer token writes without a CSRF token until the bearer token expires', async () => {
    const { owner } = world.cast.browsers
    const { body } = await owner.json<{ token: string; id: string }>('/users/me/tokens', {
      body: { label: 'a script', scopes: ['workflows:write'] },
    })
    const script = new Browser(world.app.url)
    const write = () =>
      script.json('/drafts', {
        body: { text: '{}' },
        headers: { authorization: `Bearer ${body.token}` },
      })
    expect((await write()).status).toBe(201)
    const more = await script.json('/users/me/tokens', {
      body: { label: 'offspring' },
      headers: { authorization: `Bearer ${body.token}` },
    })
    expect(more.status).toBe(403)
    expect([...script.cookies]).toEqual([])
    await owner.json(`/users/me/tokens/${body.id}`, { method: 'DELETE' })
    expect((await write()).status).toBe(401)
  })
})

describe('headers', () => {
  const POLICY = /^default-src 'self'; script-src 'self'; /
  const pages: [string, RegExp][] = [
    [`${API_BASE}/workflows`, POLICY],
    [`${API_BASE}/auth/me`, POLICY],
    [`${API_BASE}/nothing`, POLICY],
    [`${API_BASE}/openapi.json`, POLICY],
    [`${API_BASE}/docs`, /default-src 'none'/],
    ['/auth/development', POLICY],
    ['/sandbox/checkout/nothing', /default-src 'none'/],
    ['/nothing', POLICY],
    ['/media/x/y.png', POLICY],
  ]
  test.each(pages)('%s is guarded', async (path, policy) => {
    const { headers, status } = await world.cast.browsers.owner.fetch(path)
    expect(status).toBeLessThan(500)
    expect(headers.get('content-security-policy')).toMatch(policy)
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toMatch(/strict-origin|no-referrer/)
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    // The server speaks http here, so it must not send HSTS.
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('a file is served with its own type and runs no script', async () => {
    const { owner } = world.cast.browsers
    const file = await owner.fetch(world.files.private)
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const saved = await owner.fetch(
      `${API_BASE}/creations/${world.creations.private}/download?filename=${encodeURIComponent('a"\r\nx: y/../b.png')}`,
    )
    for (const { headers } of [file, saved]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w .()-]+"$/)
    expect(saved.headers.get('x')).toBeNull()
  })

  test('answers about the caller are never cached', async () => {
    const { owner } = world.cast.browsers
    for (const path of ['/users/me', '/users/me/jobs', '/users/me/export', '/auth/me']) {
      const { headers } = await owner.fetch(API_BASE + path)
      expect(headers.get('cache-control'), path).toMatch(/no-store/)
    }
  })
})

test.each(['', ' ', 'x'.repeat(201), 'ü'])('the Idempotency-Key %j is refused', async (key) => {
  const answer = await write(
    'createReport',
    {
      'idempotency-key': encodeURI(key) === key || key === ' ' ? key : '\u00fc',
      'x-csrf-token': world.cast.browsers.owner.cookies.get('csrf_token') ?? '',
    },
    world.cast.browsers.owner,
  )
  expect(answer.body.code).toBe('bad_request')
})

describe('scarce at once', () => {
  test('of ten requests for one username one succeeds', async () => {
    const casts = await Promise.all(Array.from({ length: 5 }, () => world.newCast()))
    const people = casts.flatMap(({ browsers }) => [browsers.user, browsers.owner])
    const answers = await Promise.all(
      people.map((one) => one.json('/users', { method: 'PUT', body: { username: 'One.Name' } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'This username is already taken. Please choose another.',
    })
  })

  test('ten first requests with one anonymous id create one visitor', async () => {
    const id = 'anon_cccccccccccccccccccccccc'
    const browsers = Array.from({ length: 10 }, () => new Browser(world.app.url))
    const ids = await Promise.all(browsers.map((browser) => idOf(browser, id)))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('a visitor who returns after a week gets cookies for 400 days, and a lost CSRF token again', async () => {
  const { visitor } = world.cast.browsers
  const clock = world.app.ctx.clock
  const cookiesOf = async () =>
    (await visitor.fetch(`${API_BASE}/auth/me`)).headers
      .getSetCookie()
      .map((line) => line.split('=')[0])
  try {
    expect(await cookiesOf()).toEqual([])
    world.app.ctx.clock = { now: () => new Date(Date.now() + 8 * 86_400_000) }
    expect(await cookiesOf()).toEqual(['vignette_visitor', 'csrf_token'])
    expect(await cookiesOf()).toEqual([])
    visitor.cookies.set('csrf_token', 'lost')
    expect(await cookiesOf()).toEqual(['vignette_visitor', 'csrf_token'])
  } finally {
    world.app.ctx.clock = clock
  }
})
