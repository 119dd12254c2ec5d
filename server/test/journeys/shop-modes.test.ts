import { API_BASE, paths } from '@vignette/contract/paths.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { waitlistEntries } from '../../src/schema/identity.ts'
import { enterAs } from '../support/accounts.ts'
import { idOf, publish, remixNow, tryPublish } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { buildTinyWeb } from '../support/build-tiny-web.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let member: Browser
let recipe: string
let file: string
beforeAll(async () => {
  app = await startTestApp({
    dist: await buildTinyWeb(),
    providers: [createScriptedProvider({ start: () => picture() })],
    env: {
      ...UNLIMITED_RATES,
      NSFW_THRESHOLD: '1',
      SHOP_MODE: 'closed',
      INVITED_EMAILS: 'Ada@example.com, @team.example',
    },
  })
  member = await enterAs(app, 'ada@example.com')
  await member.call('PUT', '/users', { username: 'ada' })
  recipe = (await publish(member)).id
  file = (await remixNow(member, recipe, { public: true })).media?.url ?? ''
})
afterAll(() => app.close())

/** Each open call, and what a stranger gets of it. */
const OPEN: Record<string, number[]> = {
  healthcheck: [200],
  startGoogleSignIn: [200],
  finishGoogleSignIn: [302],
  receiveWebhook: [400, 404],
  receivePayoutWebhook: [400, 404],
  unsubscribe: [400, 404, 422],
}

const pages = () => [
  '/',
  '/workflows',
  `/workflows/${recipe}`,
  '/@ada',
  '/terms',
  '/admin',
  '/no/such/page',
  '/auth/callback',
]
const answers = () => [
  '/@ada/feed.xml',
  `/embed/${recipe}`,
  `/oembed?url=${app.url}/workflows/${recipe}`,
  '/go/0123456789ab',
  '/sitemap.xml',
  '/share.png',
  '/api/v1/openapi.json',
  '/api/v1/docs',
  '/api/v1/docs/reader.js',
  '/api/v1/no-such-call',
  '/mcp',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/security.txt',
  '/oauth/authorize',
  '/dev/inbox',
  '/sandbox/checkout/x',
  '/claims',
  file,
  `${file}?download=1`,
]

/** Nobody, a browser with a visitor's cookie, an account that was not invited, and a made-up token. */
async function strangers(): Promise<[string, Browser][]> {
  const marked = new Browser(app.url)
  marked.cookies.set('vignette_visitor', 'anon_0123456789abcdef01234567.x')
  return [
    ['nobody', new Browser(app.url)],
    ['a visitor', marked],
    ['an account', await enterAs(app, 'eve@example.com')],
    ['a token', new Browser(app.url, { authorization: 'Bearer made-up' })],
    ['a neighbour', await enterAs(app, 'eve@not-team.example')],
  ]
}

test('strangers get no answer of any call of a closed shop', async () => {
  for (const [who, browser] of await strangers()) {
    for (const [name, [method, path]] of Object.entries(paths)) {
      const address = path.replace(/:\w+/g, () => newId())
      const { status } = await browser.fetch(`${API_BASE}${address}`, {
        method,
        ...(method !== 'GET' && { body: {} }),
      })
      expect([who, name, OPEN[name]?.includes(status) ? 401 : status]).toEqual([who, name, 401])
    }
  }
})

test('strangers get the way in for each page, and 401 for each file, feed and program', async () => {
  // What a member has opened lies ready, and still is for members.
  for (const path of [...pages(), ...answers()]) await member.fetch(path)
  const html = { headers: { accept: 'text/html' } }
  for (const [who, browser] of await strangers()) {
    const isKnown = who === 'an account' || who === 'a neighbour'
    for (const path of pages()) {
      const page = await browser.fetch(path, html)
      expect([who, path, page.status]).toEqual([who, path, isKnown ? 403 : 401])
      expect(await page.text()).toContain('is by invitation')
      expect(page.headers.get('cache-control')).toBe('no-store')
    }
    for (const path of answers()) {
      const { status } = await browser.fetch(path)
      expect([who, path, status]).toEqual([who, path, 401])
      const head = await browser.fetch(path, { method: 'HEAD' })
      expect([who, path, head.status]).toEqual([who, path, 401])
    }
    const odd = [
      '//',
      '/%2e%2e/workflows',
      '/WORKFLOWS',
      '/workflows/',
      '/./api/v1/workflows',
      '/assets/../workflows',
    ]
    for (const path of odd) {
      const { status } = await browser.fetch(path)
      expect([who, path, status]).toEqual([who, path, 401])
    }
    expect(await (await browser.fetch('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
  }
})

test('strangers read who runs a closed shop, and what it keeps of them', async () => {
  const stranger = new Browser(app.url)
  const html = { headers: { accept: 'text/html' } }
  expect(await (await stranger.fetch('/', html)).text()).toContain('<a href="/privacy">Privacy</a>')
  // The minimal web app of this test has no such page: what matters is that it is asked.
  for (const path of ['/privacy', '/imprint'])
    expect([path, (await stranger.fetch(path, html)).status]).toEqual([path, 404])
  expect((await stranger.fetch('/api/v1/legal/terms')).status).toBe(401)
})

test('whoever was invited gets all of it, and nothing of it stays in a cache on the way', async () => {
  for (const path of ['/workflows', `/embed/${recipe}`, '/@ada/feed.xml', file]) {
    const answer = await member.fetch(path, { headers: { accept: 'text/html' } })
    expect([path, answer.status]).toEqual([path, 200])
    expect([path, answer.headers.get('cache-control')]).toEqual([
      path,
      expect.stringMatching(/^(?:private, no-cache|no-store)$/),
    ])
  }
  const colleague = await enterAs(app, 'bob@team.example')
  expect((await colleague.json('/workflows')).status).toBe(200)
  const late = await enterAs(app, 'late@example.com')
  expect((await late.json('/workflows')).status).toBe(401)
  await app.ctx.db.insert(waitlistEntries).values({
    id: newId(),
    email: 'late@example.com',
    invitedAt: new Date(),
    createdAt: new Date(),
  })
  expect((await late.json('/workflows')).status).toBe(200)
  app.ctx.config.INVITED_EMAILS = ['ada@example.com']
  expect((await colleague.json('/workflows')).status).toBe(401)
})

test('the way in leads to the sign-in, and a member through it to the shop', async () => {
  const browser = new Browser(app.url)
  const way = await browser.fetch('/sign-in')
  expect([way.status, way.headers.get('location')]).toEqual([303, `${app.url}/auth/development`])
  expect((await browser.fetch('/auth/development')).status).toBe(200)
  const admin = new Browser(app.url)
  await signIn(admin, 'boss@example.com', { admin: true })
  expect((await admin.json('/workflows')).status).toBe(200)
})

test('a shop of one seller refuses the recipes of others with its reason, and their waiting', async () => {
  Object.assign(app.ctx.config, { SHOP_MODE: 'single', CREATOR_ACCESS: 'approved' })
  const buyer = await enterAs(app, 'buyer@example.com')
  const refused = await tryPublish(buyer)
  expect([refused.status, refused.body.error]).toEqual([
    403,
    'Only the people of this shop publish here.',
  ])
  for (const [path, body] of [
    ['/waitlist', { email: 'x@example.com' }],
    ['/users/me/approval', {}],
  ] as const) {
    expect((await buyer.call('POST', path, body)).status).toBe(403)
  }
  expect((await new Browser(app.url).json('/workflows')).status).toBe(200)
  await approve(app.ctx, await idOf(buyer))
  expect((await tryPublish(buyer)).status).toBe(201)
})
