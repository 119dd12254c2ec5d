import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, signIn } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

/** What a caller is told of each provider that is not set up. */
async function missingFor(admin?: boolean): Promise<string[]> {
  const browser = new Browser(app.url)
  if (admin !== undefined)
    await signIn(browser, `${admin ? 'admin' : 'user'}@example.com`, { admin })
  const { body } = await browser.json<{
    providers: { available: boolean; missing: string | null }[]
  }>('/providers')
  return body.providers.filter(({ available }) => !available).map(({ missing }) => missing ?? '')
}

test('the names of missing settings are told to admins alone', async () => {
  const toAdmin = await missingFor(true)
  expect(toAdmin).toContain('FAL_KEY is not set')
  for (const told of [await missingFor(), await missingFor(false)]) {
    expect(told).toHaveLength(toAdmin.length)
    expect(told.join(' ')).not.toMatch(/[A-Z]{3,}_/)
    expect(told[0]).toContain('not set up on this site')
  }
})
