import { type APIRequestContext, test as base, expect } from '@playwright/test'
import { type Caller, createCaller } from './caller.ts'

interface Journey {
  /** Console lines that the test provokes and expects. */
  expectedConsole: RegExp[]
  /** Fails the test on any unexpected error of the page. */
  quietConsole: undefined
  /** Another visitor, with a separate browser. */
  creator: Caller
  /** Makes further visitors, each with a separate browser. */
  createCreator: () => Promise<Caller>
  /** The page's anonymous visitor, whose id the test knows before the page opens. */
  visitor: Caller
}

export const test = base.extend<Journey>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives from the empty pattern that no other fixture is needed.
  baseURL: async ({}, use) => {
    const address = process.env['E2E_ADDRESS']
    if (!address) throw new Error('the server is not running')
    await use(address)
  },
  expectedConsole: [[], { option: true }],
  quietConsole: [
    async ({ context, expectedConsole }, use) => {
      const faults: string[] = []
      context.on('weberror', (error) => faults.push(error.error().stack ?? String(error.error())))
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        const text = message.text()
        const place = message.location().url
        // A busy server draws no preview, and the page goes on without it.
        if (/ 503 /.test(text) && place.endsWith('/preview')) return
        if (expectedConsole.some((pattern) => pattern.test(text))) return
        faults.push(`${message.type()}: ${text} (${place})`)
      })
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
  creator: async ({ createCreator }, use) => use(await createCreator()),
  createCreator: async ({ playwright, baseURL }, use) => {
    const requests: APIRequestContext[] = []
    await use(async () => {
      const request = await playwright.request.newContext(baseURL ? { baseURL } : {})
      requests.push(request)
      return createCaller(request)
    })
    for (const request of requests) await request.dispose()
  },
  visitor: async ({ context }, use) => {
    const visitor = createCaller(context.request)
    await context.addInitScript((id) => {
      // Logout makes a new visitor; this script must not put the test's visitor back.
      if (localStorage.getItem('journey') !== null) return
      localStorage.setItem('journey', 'begun')
      localStorage.setItem('user_id', id)
    }, visitor.id)
    await use(visitor)
  },
})

export { expect }
