import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { knowPerson, me, openSignIn, start } from '../support/issuer/open-sign-in.ts'
import { type Issuer, signInAt, startIssuer } from '../support/issuer/start-issuer.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let issuer: Issuer
let app: TestApp
beforeAll(async () => {
  const world = await openSignIn()
  app = world.app
  issuer = world.issuer
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})

let person = 0
beforeEach(() => {
  person += 1
  knowPerson(issuer, person)
})

const DONE = '/auth/callback'
const REFUSED = '/auth/callback?error=sign_in_failed'

describe('a sign-in', () => {
  test('sends state, nonce and PKCE, and sets a session cookie', async () => {
    issuer.account.picture = 'https://pictures.example/p.png'
    const browser = new Browser(app.url)
    const address = await start(browser)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${app.url}/api/v1/auth/google/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'openid email profile',
    })
    const finished = await browser.fetch(await issuer.authorize(address.href))
    expect(finished.headers.get('location')).toBe(DONE)
    expect(finished.headers.get('cache-control')).toBe('no-store')
    expect(finished.headers.get('referrer-policy')).toBe('no-referrer')
    const session = finished.headers
      .getSetCookie()
      .find((line) => line.startsWith('vignette_session='))
    expect(session).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await me(browser)).body).toMatchObject({
      email: `p${person}@example.com`,
      picture: 'https://pictures.example/p.png',
      roles: ['user'],
    })
    // The cookie with the verifier is deleted after the sign-in.
    expect(browser.cookies.has('vignette_sign_in')).toBe(false)
  })

  test("recognises a person by the issuer's subject and not by the address", async () => {
    const first = new Browser(app.url)
    await signInAt(issuer, first)
    issuer.account.email = 'married@example.com'
    const second = new Browser(app.url)
    await signInAt(issuer, second)
    expect((await me(second)).body.id).toBe((await me(first)).body.id)
    expect((await me(first)).body.email).toBe('married@example.com')
    issuer.account = { ...issuer.account, sub: 'somebody else' }
    const third = new Browser(app.url)
    await signInAt(issuer, third)
    expect((await me(third)).body.id).not.toBe((await me(first)).body.id)
  })

  test('makes an admin of a verified address on the list only', async () => {
    const admin = new Browser(app.url)
    issuer.account.email = 'Boss@example.com'
    issuer.account.email_verified = false
    await signInAt(issuer, admin)
    expect((await me(admin)).body.roles).toEqual(['user'])
    issuer.account.email_verified = true
    await signInAt(issuer, admin)
    expect((await me(admin)).body.roles).toEqual(['user', 'admin'])
    expect((await admin.json('/admin/reports')).status).toBe(200)
  })

  test('makes one account for a new person who signs in ten times at once', async () => {
    const browsers = Array.from({ length: 10 }, () => new Browser(app.url))
    await Promise.all(browsers.map((browser) => signInAt(issuer, browser)))
    const people = await Promise.all(browsers.map((browser) => me(browser)))
    expect(new Set(people.map(({ body }) => body.id)).size).toBe(1)
  })
})

describe('a fresh sign-in', () => {
  const FRESH = '?fresh=true'
  const exportOf = async (browser: Browser) => {
    const answer = await browser.fetch('/api/v1/users/me/export')
    return answer.status === 200 ? 'exported' : ((await answer.json()) as { code: string }).code
  }

  const LONG_AGO = (claims: Record<string, unknown>) => ({
    ...claims,
    auth_time: Math.floor(Date.now() / 1000) - 3_600,
  })

  test('needs no second one: the first asks the issuer when the person signed in', async () => {
    const browser = new Browser(app.url)
    const asked = await start(browser)
    expect(asked.searchParams.get('max_age')).toBe(String(30 * 86_400))
    expect(asked.searchParams.get('prompt')).toBe(null)
    await signInAt(issuer, browser)
    expect(await exportOf(browser)).toBe('exported')
  })

  test('makes the issuer ask again, and opens calls that a sign-in of an hour ago does not', async () => {
    const browser = new Browser(app.url)
    issuer.tamper = LONG_AGO
    await signInAt(issuer, browser)
    issuer.tamper = (claims) => claims
    expect(await exportOf(browser)).toBe('fresh_sign_in_required')
    const asked = new URL(
      (await browser.json<{ redirect_url: string }>(`/auth/google/start${FRESH}`)).body
        .redirect_url,
    )
    expect(asked.searchParams.get('prompt')).toBe('login')
    expect(asked.searchParams.get('max_age')).toBe('0')
    expect(await signInAt(issuer, browser, FRESH)).toBe(DONE)
    expect(await exportOf(browser)).toBe('exported')
  })

  test("counts from the issuer's auth_time, not from the return", async () => {
    issuer.tamper = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 540 })
    const browser = new Browser(app.url)
    await signInAt(issuer, browser)
    expect(await exportOf(browser)).toBe('exported')
    issuer.tamper = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 660 })
    await signInAt(issuer, browser)
    expect(await exportOf(browser)).toBe('fresh_sign_in_required')
    // An issuer's clock ahead of the server's must not extend the fresh sign-in.
    issuer.tamper = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) + 86_400 })
    await signInAt(issuer, browser)
    const { clock } = app.ctx
    app.ctx.clock = { now: () => new Date(clock.now().getTime() + 11 * 60_000) }
    expect(await exportOf(browser)).toBe('fresh_sign_in_required')
    app.ctx.clock = clock
  })

  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['says nothing of auth_time', ({ auth_time: _left, ...claims }) => claims],
    [
      'remembers the person instead of asking',
      (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 300 }),
    ],
  ])('is refused where the issuer %s, and the session stays as it was', async (_what, tamper) => {
    const browser = new Browser(app.url)
    issuer.tamper = LONG_AGO
    await signInAt(issuer, browser)
    issuer.tamper = tamper
    expect(await signInAt(issuer, browser, FRESH)).toBe(REFUSED)
    expect((await me(browser)).status).toBe(200)
    expect(await exportOf(browser)).toBe('fresh_sign_in_required')
  })
})

describe('refused, and no session opens:', () => {
  async function refused(browser: Browser, address: string) {
    const answer = await browser.fetch(address)
    expect(answer.headers.get('location')).toBe(REFUSED)
    expect((await me(browser)).status).toBe(401)
  }

  test('a forged, a missing and a repeated state', async () => {
    for (const forge of [
      (back: URL) => back.searchParams.set('state', 'x'.repeat(43)),
      (back: URL) => back.searchParams.delete('state'),
      (back: URL) => back.searchParams.append('state', 'x'.repeat(43)),
    ]) {
      const browser = new Browser(app.url)
      const back = new URL(await issuer.authorize((await start(browser)).href))
      forge(back)
      await refused(browser, back.href)
    }
  })

  test('a return in another browser than the starting browser', async () => {
    const back = await issuer.authorize((await start(new Browser(app.url))).href)
    await refused(new Browser(app.url), back)
    const other = new Browser(app.url)
    await start(other)
    await refused(other, back)
  })

  test("another person's code with the browser's own state, since the verifier does not match", async () => {
    const attacker = new Browser(app.url)
    const stolen = new URL(await issuer.authorize((await start(attacker)).href))
    const victim = new Browser(app.url)
    const own = new URL(await issuer.authorize((await start(victim)).href))
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    await refused(victim, own.href)
  })

  test('the same return a second time', async () => {
    const browser = new Browser(app.url)
    const back = await issuer.authorize((await start(browser)).href)
    const before = new Map(browser.cookies)
    expect((await browser.fetch(back)).headers.get('location')).toBe(DONE)
    const replaying = new Browser(app.url)
    for (const [name, value] of before) replaying.cookies.set(name, value)
    await refused(replaying, back)
  })

  test('a sign-in begun more than ten minutes ago', async () => {
    const browser = new Browser(app.url)
    const back = await issuer.authorize((await start(browser)).href)
    const { clock } = app.ctx
    app.ctx.clock = { now: () => new Date(clock.now().getTime() + 11 * 60_000) }
    try {
      await refused(browser, back)
    } finally {
      app.ctx.clock = clock
    }
  })

  test('a person who declined', async () => {
    const browser = new Browser(app.url)
    const state = (await start(browser)).searchParams.get('state')
    const iss = encodeURIComponent(issuer.url)
    await refused(
      browser,
      `/api/v1/auth/google/callback?error=access_denied&state=${state}&iss=${iss}`,
    )
  })

  const past = () => Math.floor(Date.now() / 1000) - 3_600
  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['a wrong nonce', (claims) => ({ ...claims, nonce: 'x'.repeat(43) })],
    ['no nonce', ({ nonce: _left, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another-client' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['an expired token', (claims) => ({ ...claims, iat: past() - 60, exp: past() })],
    ['no subject', ({ sub: _left, ...claims }) => claims],
  ])('an id token with %s', async (_what, tamper) => {
    issuer.tamper = tamper
    const browser = new Browser(app.url)
    await refused(browser, await issuer.authorize((await start(browser)).href))
  })

  test("an id token without the issuer's signature", async () => {
    issuer.forgeSignature = true
    const browser = new Browser(app.url)
    await refused(browser, await issuer.authorize((await start(browser)).href))
  })

  test('an answer in the name of another issuer', async () => {
    const browser = new Browser(app.url)
    const back = new URL(await issuer.authorize((await start(browser)).href))
    back.searchParams.set('iss', 'https://evil.example')
    await refused(browser, back.href)
  })

  test('nothing but the forgery: the same flow without a forgery is accepted', async () => {
    issuer.tamper = (claims) => claims
    expect(await signInAt(issuer, new Browser(app.url))).toBe(DONE)
  })
})

test('a wrong secret of the client is logged by its OAuth code, without the secret', async () => {
  const strict = await startIssuer()
  const OIDC_CLIENT_SECRET = 'not-the-secret-between-us-0123456789'
  const wrong = await startTestApp({ env: { ...strict.env, OIDC_CLIENT_SECRET } })
  try {
    strict.serve(wrong.url)
    const told: unknown[] = []
    wrong.ctx.log.warn = (...words: unknown[]) => void told.push(...words)
    const browser = new Browser(wrong.url)
    const finished = await browser.fetch(await strict.authorize((await start(browser)).href))
    expect(finished.headers.get('location')).toBe(REFUSED)
    expect(told).toEqual([
      expect.objectContaining({ oauth_error: 'invalid_client' }),
      'a sign-in was refused',
    ])
    expect(JSON.stringify(told)).not.toMatch(/not-the-secret|client authentication failed/)
  } finally {
    await wrong.close()
    await strict.close()
  }
})
