import { afterEach, describe, expect, test } from 'vitest'
import { createSession } from '../../src/features/identity/session.ts'
import { newId } from '../../src/platform/ids.ts'
import { principals } from '../../src/schema/identity.ts'
import { aPicture } from '../support/access/world.ts'
import { Browser, UNLIMITED_RATES } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
afterEach(() => app.close())

async function open(env: Record<string, string> = {}): Promise<TestApp> {
  app = await startTestApp({ worker: false, env: { ...UNLIMITED_RATES, ...env } })
  return app
}

/** Behind a proxy the server refuses development sign-in without a PUBLIC_URL. */
const NO_SIGN_IN = { DEVELOPMENT_SIGN_IN: 'false' }

/** Joins the waiting list, the cheapest call with a rate limit by client IP. */
async function join(headers: Record<string, string>) {
  const answer = await new Browser(app.url).json('/waitlist', {
    body: { email: 'a@example.com' },
    headers,
  })
  return answer.status
}

const from = (addresses: string) => ({ 'x-forwarded-for': addresses })

describe('the client IP of a rate limit is', () => {
  test("without a proxy the connection's address, even if a header names another address", async () => {
    await open({ RATE_WAITLIST: '2' })
    expect(await join(from('192.0.2.1'))).toBe(200)
    expect(await join(from('192.0.2.2'))).toBe(200)
    expect(await join(from('192.0.2.3'))).toBe(429)
  })

  test("behind one proxy the address that the proxy added, not the client's own header", async () => {
    await open({ RATE_WAITLIST: '2', TRUST_PROXY: '1', ...NO_SIGN_IN })
    expect(await join(from('203.0.113.1, 192.0.2.1'))).toBe(200)
    expect(await join(from('203.0.113.2, 192.0.2.1'))).toBe(200)
    expect(await join(from('203.0.113.3, 192.0.2.1'))).toBe(429)
    expect(await join(from('203.0.113.3, 192.0.2.9'))).toBe(200)
  })

  test('behind two proxies the address that the first of them added', async () => {
    await open({ RATE_WAITLIST: '1', TRUST_PROXY: '2', ...NO_SIGN_IN })
    expect(await join(from('203.0.113.1, 192.0.2.1, 10.0.0.1'))).toBe(200)
    expect(await join(from('203.0.113.2, 192.0.2.1, 10.0.0.2'))).toBe(429)
    expect(await join(from('203.0.113.2, 192.0.2.2, 10.0.0.1'))).toBe(200)
  })
})

describe('https in front of us', () => {
  const SECURE = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' }

  async function visit(headers: Record<string, string>) {
    const answer = await new Browser(app.url).fetch('/api/v1/upload/image', {
      form: await aPicture(),
      headers,
    })
    expect(answer.status).toBe(201)
    return answer.headers
  }

  test("is believed from a trusted proxy: secure cookies, HSTS and the proxy's origin", async () => {
    await open({ TRUST_PROXY: '1', ...NO_SIGN_IN })
    const headers = await visit({ ...SECURE, origin: 'https://shop.example' })
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/; Secure; SameSite=Lax$/)
    expect(headers.getSetCookie()).toHaveLength(2)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
    const own = new Browser(app.url)
    const form = await aPicture()
    const foreign = await own.json('/upload/image', {
      form,
      headers: { ...SECURE, origin: app.url },
    })
    expect(foreign.status).toBe(403)
  })

  test('is not believed from other clients', async () => {
    await open()
    const headers = await visit({ ...SECURE, origin: app.url })
    for (const cookie of headers.getSetCookie()) expect(cookie).not.toMatch(/Secure/)
    expect(headers.get('strict-transport-security')).toBeNull()
    const form = await aPicture()
    const foreign = await new Browser(app.url).json('/upload/image', {
      form,
      headers: { ...SECURE, origin: 'https://shop.example' },
    })
    expect(foreign.status).toBe(403)
  })

  test('is assumed where PUBLIC_URL begins with https', async () => {
    await open({
      PUBLIC_URL: 'https://shop.example',
      SECRET: 'a-secret-of-tests-with-32-characters',
      PAYMENTS: 'sandbox',
      OPERATOR_CONTACT: 'help@shop.example',
    })
    const headers = await visit({ origin: 'https://shop.example' })
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/; Secure;/)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  })
})

describe('cookies behind https', () => {
  const NAMES = ['csrf_token', '__Host-vignette_visitor']
  const shop = {
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://shop.example',
    SECRET: 'a-secret-of-tests-with-32-characters',
    PAYMENTS: 'sandbox',
    OPERATOR_CONTACT: 'help@shop.example',
  }
  const secure = { origin: 'https://shop.example' }

  async function upload(browser: Browser) {
    const { status } = await browser.json('/upload/image', {
      form: await aPicture(),
      headers: secure,
    })
    expect(status).toBe(201)
  }

  test('cannot be set by another host of the domain, and a planted cookie is ignored', async () => {
    await open(shop)
    const browser = new Browser(app.url)
    await upload(browser)
    expect([...browser.cookies.keys()].sort()).toEqual(NAMES.sort())
    const own = browser.cookies.get('__Host-vignette_visitor') ?? ''
    const stranger = new Browser(app.url)
    await upload(stranger)
    const planted = stranger.cookies.get('__Host-vignette_visitor') ?? ''
    browser.cookies.set('vignette_visitor', planted)
    await upload(browser)
    expect(browser.cookies.get('__Host-vignette_visitor')).toBe(own)
    expect(browser.cookies.has('vignette_visitor')).toBe(false)
  })

  test('cookies of 0.1 are accepted and renamed, and the visitor stays the same', async () => {
    await open(shop)
    const browser = new Browser(app.url)
    await upload(browser)
    const value = browser.cookies.get('__Host-vignette_visitor') ?? ''
    browser.cookies.delete('__Host-vignette_visitor')
    browser.cookies.set('vignette_visitor', value)
    const { body } = await browser.json<{ url: string }>('/upload/image', {
      form: await aPicture(),
      headers: secure,
    })
    expect(browser.cookies.get('__Host-vignette_visitor')).toBe(value)
    expect(browser.cookies.has('vignette_visitor')).toBe(false)
    // A creation made under the old name shows under the new name.
    expect((await browser.fetch(body.url)).status).toBe(200)
  })

  test('cookies of 0.1 keep a person signed in, under the new name, until the sign-out', async () => {
    await open(shop)
    const { ctx } = app
    const id = newId()
    await ctx.db.insert(principals).values({
      id,
      kind: 'user',
      issuer: 'https://issuer.example',
      subject: '1',
      createdAt: new Date(),
    })
    const { token } = await createSession(ctx, {
      principalId: id,
      kind: 'browser',
      label: 'Firefox',
    })
    const browser = new Browser(app.url)
    browser.cookies.set('vignette_session', token)
    const me = () => browser.json('/auth/me').then(({ status }) => status)
    expect(await me()).toBe(200)
    expect(browser.cookies.get('__Host-vignette_session')).toBe(token)
    expect(browser.cookies.has('vignette_session')).toBe(false)
    expect(await me()).toBe(200)
    browser.cookies.set('vignette_session', token)
    await browser.json('/auth/logout', { method: 'POST', headers: secure })
    // The browser stays known as its fan's own, so that the fan's links do not count in it.
    expect([...browser.cookies.keys()].sort()).toEqual([...NAMES, '__Host-vignette_fan'].sort())
  })
})

describe('the development identity', () => {
  test('works on this machine only', async () => {
    await open()
    const start = (headers: Record<string, string> = {}) =>
      new Browser(app.url).json('/auth/google/start', { headers })
    expect((await start()).status).toBe(200)
    // A foreign host name that resolves here, and proxies that TRUSTED_PROXIES does not name.
    const rebound = await app.app.inject({
      url: '/api/v1/auth/google/start',
      headers: { host: 'rebound.example' },
    })
    expect(rebound.statusCode).toBe(403)
    expect((await start({ 'x-forwarded-for': '192.0.2.1' })).status).toBe(403)
    expect((await start({ forwarded: 'for=192.0.2.1' })).status).toBe(403)
    expect((await new Browser(app.url).fetch('/auth/development')).status).toBe(200)
    const refused = await new Browser(app.url).fetch('/auth/development', {
      form: new URLSearchParams({ email: 'a@example.com', admin: '1' }),
    })
    expect(refused.status).toBe(400)
  })

  test('is refused to a remote client behind a trusted proxy', async () => {
    await open({ TRUST_PROXY: '1', PUBLIC_URL: 'http://localhost:4310' })
    const start = (address: string) =>
      new Browser(app.url).json('/auth/google/start', { headers: from(address) })
    expect((await start('192.0.2.1')).status).toBe(403)
    expect((await start('127.0.0.1')).status).toBe(200)
  })

  test('is off where the address is public', async () => {
    await open({
      PUBLIC_URL: 'https://shop.example',
      SECRET: 'a-secret-of-tests-with-32-characters',
      PAYMENTS: 'sandbox',
      OPERATOR_CONTACT: 'help@shop.example',
    })
    expect((await new Browser(app.url).fetch('/auth/development')).status).toBe(404)
    expect((await new Browser(app.url).json('/auth/google/start')).status).toBe(503)
  })
})
