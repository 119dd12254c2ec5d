import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPicture } from '../support/access/world.ts'
import { Browser, UNLIMITED_RATES } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const LIMITS = [
  ['RATE_WRITES', '/creations/018f0000-0000-7000-8000-000000000001/restore', {}],
  ['RATE_WAITLIST', '/waitlist', { email: 'a@example.com' }],
  ['RATE_REMIXES', '/workflows/018f0000-0000-7000-8000-000000000001/creations', {}],
  ['RATE_UPLOADS', '/upload/image', undefined],
  [
    'RATE_CHECKOUTS',
    '/payment/create-checkout-session',
    {
      workflow_id: '018f0000-0000-7000-8000-000000000001',
      success_url: 'x',
      cancel_url: 'x',
    },
  ],
  ['RATE_SIGN_INS', '/auth/google/start', undefined],
  [
    'RATE_REPORTS',
    '/reports',
    {
      subject_type: 'workflow',
      subject_id: '018f0000-0000-7000-8000-000000000001',
      reason: 'spam',
    },
  ],
] as const

let app: TestApp
beforeAll(async () => {
  const env = Object.fromEntries(LIMITS.map(([name]) => [name, '3']))
  app = await startTestApp({ worker: false, env: { ...UNLIMITED_RATES, ...env } })
})
afterAll(() => app.close())

test.each(LIMITS)(
  '%s is a limit of its own with Retry-After, and makes no visitor when it refuses',
  async (_, path, body) => {
    const call = async () => {
      const browser = new Browser(app.url)
      const form = path === '/upload/image' ? { form: await aPicture() } : {}
      const answer = await browser.json<{ code: string }>(path, {
        ...form,
        ...(body ? { body } : {}),
      })
      return { ...answer, browser }
    }
    for (let at = 0; at < 3; at++) expect((await call()).status).not.toBe(429)
    const refused = await call()
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe('rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(20)
    expect([...refused.browser.cookies]).toEqual([])
  },
)
