import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTinyWeb } from '../support/build-tiny-web.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const ID = '018f0000-0000-7000-8000-000000000001'

let dist: string
let app: TestApp
beforeAll(async () => {
  dist = await buildTinyWeb()
  app = await startTestApp({ dist, worker: false })
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true, force: true })
})

test.each([
  '/',
  '/workflows',
  '/workflows/create',
  `/workflows/${ID}`,
  `/workflows/${ID}/remix`,
  `/creations/${ID}`,
  '/profile',
  '/auth/callback',
  '/terms',
  '/privacy',
  '/admin',
  '/nothing-of-ours',
])('the page %s has its security headers and creates no visitor', async (path) => {
  const { headers, status } = await fetch(app.url + path)
  expect([200, 404]).toContain(status)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/(^|; )script-src 'self'(;|$)/)
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule)
  }
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.getSetCookie()).toEqual([])
})

test('a public server that takes test money says so on every page, one’s own machine nowhere', async () => {
  const shop = await startTestApp({
    dist,
    worker: false,
    change: (ctx) => {
      ctx.config = { ...ctx.config, loopback: false }
    },
  })
  try {
    for (const path of ['/', `/workflows/${ID}`, '/profile', '/nothing-of-ours']) {
      const [said, own] = await Promise.all(
        [shop, app].map(async ({ url }) => (await fetch(url + path)).text()),
      )
      expect(said).toContain('>Test shop: no money moves.</aside>')
      expect(own).not.toContain('Test shop')
    }
  } finally {
    await shop.close()
  }
})

test('a page under a secret key sends no referrer and is never cached', async () => {
  const { headers } = await fetch(`${app.url}/creations/${ID}?key=${'k'.repeat(43)}`)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('cache-control')).toBe('no-store')
})

test("the app's own page holds no script that its policy would block", () => {
  const html = readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8')
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
  expect(scripts.length).toBeGreaterThan(0)
  for (const attributes of scripts) expect(attributes).toMatch(/\bsrc="\/|type="application\/json"/)
  expect(html).not.toMatch(/\son\w+=|javascript:/)
})
