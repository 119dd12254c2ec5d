import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, openBrowser, UNLIMITED_RATES } from '../support/browser.ts'
import { countWaitingForLocks } from '../support/count-waiting-for-locks.ts'
import { createGate } from '../support/create-gate.ts'
import { type Issuer, signInAt, startIssuer } from '../support/issuer/start-issuer.ts'
import { idOf, publish, remix } from '../support/market.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

interface Me {
  id: string
  email: string
  picture: string | null
  roles: string[]
}

let issuer: Issuer
let app: TestApp
/** What happens within the next delivery's transaction. */
let atDelivery: (() => Promise<void>) | undefined
beforeAll(async () => {
  issuer = await startIssuer()
  app = await startTestApp({
    providers: [
      createScriptedProvider({
        start: async (call) =>
          call.prompt?.includes('forever')
            ? { state: 'running', operation: { id: 'endless' }, checkAfterMs: 1_000_000 }
            : picture(),
      }),
    ],
    env: {
      ...UNLIMITED_RATES,
      ...issuer.env,
      ADMIN_EMAILS: 'boss@example.com',
      NSFW_THRESHOLD: '1',
    },
  })
  issuer.serve(app.url)
  app.ctx.hooks.creationDelivered.push(async () => {
    const act = atDelivery
    atDelivery = undefined
    await act?.()
  })
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})

let person = 0
beforeEach(() => {
  person += 1
  issuer.account = { sub: `p${person}`, email: `P${person}@Example.com`, email_verified: true }
  issuer.tamper = undefined
  issuer.forgeSignature = false
})

const DONE = '/auth/callback'
const REFUSED = '/auth/callback?error=sign_in_failed'

async function start(browser: Browser): Promise<URL> {
  const { body } = await browser.json<{ redirect_url: string }>('/auth/google/start')
  return new URL(body.redirect_url)
}

async function me(browser: Browser) {
  return browser.json<Me>('/auth/me')
}

describe('a sign-in', () => {
  test('asks with state, nonce and PKCE, and ends signed in, known by a session cookie', async () => {
    issuer.account.picture = 'https://pictures.example/p.png'
    const browser = openBrowser(app.url)
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
    // The verifier and its company are gone with the sign-in.
    expect(browser.cookies.has('vignette_sign_in')).toBe(false)
  })

  test('knows the same person again, by the issuer’s subject and not by the address', async () => {
    const first = openBrowser(app.url)
    await signInAt(issuer, first)
    issuer.account.email = 'married@example.com'
    const second = openBrowser(app.url)
    await signInAt(issuer, second)
    expect((await me(second)).body.id).toBe((await me(first)).body.id)
    expect((await me(first)).body.email).toBe('married@example.com')
    issuer.account = { ...issuer.account, sub: 'somebody else' }
    const third = openBrowser(app.url)
    await signInAt(issuer, third)
    expect((await me(third)).body.id).not.toBe((await me(first)).body.id)
  })

  test('makes an admin of a verified address on the list only', async () => {
    const admin = openBrowser(app.url)
    issuer.account.email = 'Boss@example.com'
    issuer.account.email_verified = false
    await signInAt(issuer, admin)
    expect((await me(admin)).body.roles).toEqual(['user'])
    issuer.account.email_verified = true
    await signInAt(issuer, admin)
    expect((await me(admin)).body.roles).toEqual(['user', 'admin'])
    expect((await admin.json('/admin/reports')).status).toBe(200)
  })

  test('ten at once of one new person make one account', async () => {
    const browsers = Array.from({ length: 10 }, () => openBrowser(app.url))
    await Promise.all(browsers.map((browser) => signInAt(issuer, browser)))
    const people = await Promise.all(browsers.map((browser) => me(browser)))
    expect(new Set(people.map(({ body }) => body.id)).size).toBe(1)
  })
})

describe('refused, and nobody signed in:', () => {
  async function refused(browser: Browser, address: string) {
    const answer = await browser.fetch(address)
    expect(answer.headers.get('location')).toBe(REFUSED)
    expect((await me(browser)).status).toBe(401)
  }

  test('a forged, a missing and a doubled state', async () => {
    for (const forge of [
      (back: URL) => back.searchParams.set('state', 'x'.repeat(43)),
      (back: URL) => back.searchParams.delete('state'),
      (back: URL) => back.searchParams.append('state', 'x'.repeat(43)),
    ]) {
      const browser = openBrowser(app.url)
      const back = new URL(await issuer.authorize((await start(browser)).href))
      forge(back)
      await refused(browser, back.href)
    }
  })

  test('a return in another browser than the one that started', async () => {
    const back = await issuer.authorize((await start(openBrowser(app.url))).href)
    await refused(openBrowser(app.url), back)
    const other = openBrowser(app.url)
    await start(other)
    await refused(other, back)
  })

  test('another’s code under one’s own state: the verifier does not fit', async () => {
    const attacker = openBrowser(app.url)
    const stolen = new URL(await issuer.authorize((await start(attacker)).href))
    const victim = openBrowser(app.url)
    const own = new URL(await issuer.authorize((await start(victim)).href))
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    await refused(victim, own.href)
  })

  test('the same return a second time', async () => {
    const browser = openBrowser(app.url)
    const back = await issuer.authorize((await start(browser)).href)
    const before = new Map(browser.cookies)
    expect((await browser.fetch(back)).headers.get('location')).toBe(DONE)
    const replaying = openBrowser(app.url)
    for (const [name, value] of before) replaying.cookies.set(name, value)
    await refused(replaying, back)
  })

  test('a sign-in begun more than ten minutes ago', async () => {
    const browser = openBrowser(app.url)
    const back = await issuer.authorize((await start(browser)).href)
    const { clock } = app.ctx
    app.ctx.clock = { now: () => new Date(clock.now().getTime() + 11 * 60_000) }
    try {
      await refused(browser, back)
    } finally {
      app.ctx.clock = clock
    }
  })

  test('a person who said no', async () => {
    const browser = openBrowser(app.url)
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
    const browser = openBrowser(app.url)
    await refused(browser, await issuer.authorize((await start(browser)).href))
  })

  test('an id token that the issuer did not sign', async () => {
    issuer.forgeSignature = true
    const browser = openBrowser(app.url)
    await refused(browser, await issuer.authorize((await start(browser)).href))
  })

  test('an answer in the name of another issuer', async () => {
    const browser = openBrowser(app.url)
    const back = new URL(await issuer.authorize((await start(browser)).href))
    back.searchParams.set('iss', 'https://evil.example')
    await refused(browser, back.href)
  })

  test('and the same flow untouched is accepted', async () => {
    issuer.tamper = (claims) => claims
    expect(await signInAt(issuer, openBrowser(app.url))).toBe(DONE)
  })
})

describe('what was made before signing in', () => {
  const back = () => `${app.url}/workflows`

  /** A visitor with one of everything that can be theirs. */
  async function busyVisitor() {
    const browser = openBrowser(app.url)
    const anonymousId = `anon_${String(person).padStart(24, '0')}`
    const publicId = await idOf(browser, anonymousId)
    const recipe = await publish(browser, anonymousId)
    const priced = await publish(browser, anonymousId, { price: 300 })
    const creation = await remix(browser, recipe.id)
    const running = await browser.json<{ job_id: string }>(`/workflows/${recipe.id}/creations`, {
      body: { user_inputs: { wish: 'forever' } },
    })
    const checkout = await browser.json<{ session_id: string; url: string }>(
      '/payment/create-checkout-session',
      { body: { workflow_id: priced.id, success_url: back(), cancel_url: back() } },
    )
    await browser.fetch(checkout.body.url, {
      form: new URLSearchParams({ number: '4242424242424242', expiry: '12/34', cvc: '123' }),
    })
    return {
      browser,
      anonymousId,
      publicId,
      recipe,
      priced,
      creation,
      job: running.body.job_id,
      session: checkout.body.session_id,
    }
  }

  test('moves to the account: creations, recipes, running jobs, payments', async () => {
    const visitor = await busyVisitor()
    const { browser, recipe, priced, creation, job, session } = visitor
    const cookiesBefore = new Map(browser.cookies)
    await signInAt(issuer, browser)
    const { body: user } = await me(browser)
    expect(user.id).not.toBe(visitor.publicId)
    expect(user).toMatchObject({ counts: { creations: 1, workflows: 2 } })

    const gallery = await browser.json<{ items: { id: string }[] }>(`/users/${user.id}/creations`)
    expect(gallery.body.items.map((item) => item.id)).toEqual([creation.id])
    expect((await browser.fetch(creation.image ?? '')).status).toBe(200)
    const source = await browser.json<{ user_id: string }>(`/workflows/${recipe.id}/source`)
    expect(source.body.user_id).toBe(user.id)
    const paid = await browser.json(`/payment/session/${session}`)
    expect(paid.body).toMatchObject({ payment_status: 'paid' })
    expect((await remix(browser, priced.id, { session_id: session })).is_owner).toBe(true)
    expect((await browser.json(`/jobs/${job}`, { method: 'DELETE' })).body).toMatchObject({
      status: 'CANCELLED',
    })
    // The id that the browser keeps in its storage still means this person, to this person.
    const again = await browser.json(`/workflows/${recipe.id}/creations`, {
      body: { user_inputs: { wish: 'x' }, user_id: visitor.anonymousId },
    })
    expect(again.status).toBe(200)

    // To whoever has kept the old cookie it opens nothing any more.
    const old = openBrowser(app.url)
    for (const [name, value] of cookiesBefore) old.cookies.set(name, value)
    expect((await old.json(`/creations/${creation.id}`)).status).toBe(404)
    const named = await old.json(`/workflows/${recipe.id}/creations`, {
      body: { user_inputs: { wish: 'x' }, user_id: visitor.anonymousId },
    })
    expect(named.status).toBe(403)
  })

  test('comes along whole while a run of theirs is being delivered', async () => {
    const { browser, recipe } = await busyVisitor()
    const delivering = createGate(1)
    const signingIn = createGate(1)
    atDelivery = async () => {
      await delivering.arrive()
      await signingIn.opened
    }
    const made = browser.json<{ id: string }>(`/workflows/${recipe.id}/creations`, {
      body: { user_inputs: { wish: 'boat' }, async: false },
    })
    await delivering.opened
    const signedIn = signInAt(issuer, browser)
    await expect.poll(() => countWaitingForLocks(app.ctx)).toBeGreaterThan(0)
    await signingIn.arrive()
    expect(await signedIn).toBe(DONE)
    await made
    const { body: user } = await me(browser)
    const gallery = await browser.json<{ items: { image: string }[] }>(
      `/users/${user.id}/creations`,
    )
    expect(gallery.body.items).toHaveLength(2)
    for (const { image } of gallery.body.items) {
      expect((await browser.fetch(image)).status).toBe(200)
    }
  })

  test('joins what an account already has, from a second browser', async () => {
    const first = await busyVisitor()
    await signInAt(issuer, first.browser)
    const second = openBrowser(app.url)
    const made = await remix(second, first.recipe.id)
    await signInAt(issuer, second)
    const { body: user } = await me(second)
    expect((await me(first.browser)).body.id).toBe(user.id)
    const gallery = await first.browser.json<{ items: { id: string }[] }>(
      `/users/${user.id}/creations`,
    )
    expect(gallery.body.items.map((item) => item.id)).toEqual([made.id, first.creation.id])
  })

  test('goes to the first of two accounts on one browser, and stays there', async () => {
    const { browser, creation } = await busyVisitor()
    await signInAt(issuer, browser)
    issuer.account = { ...issuer.account, sub: 'the sister' }
    await signInAt(issuer, browser)
    expect((await browser.json(`/creations/${creation.id}`)).status).toBe(404)
  })

  test('is claimed once by ten sign-ins at once', async () => {
    const { browser, creation } = await busyVisitor()
    const accounts = Array.from({ length: 10 }, (_, at) => `twin${person}-${at}`)
    const tabs: Browser[] = []
    const returns: string[] = []
    for (const sub of accounts) {
      const tab = openBrowser(app.url)
      for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
      issuer.account = { ...issuer.account, sub }
      returns.push(await issuer.authorize((await start(tab)).href))
      tabs.push(tab)
    }
    await Promise.all(tabs.map((tab, at) => tab.fetch(returns[at] ?? '')))
    const seen = await Promise.all(tabs.map((tab) => tab.json(`/creations/${creation.id}`)))
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(seen.filter(({ status }) => status === 404)).toHaveLength(9)
  })
})
