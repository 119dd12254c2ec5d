import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { FalStandIn } from '../server/test/support/stand-ins/fal-stand-in.ts'
import { faults } from '../server/test/support/stand-ins/vendor-stand-in.ts'
import { approveCreator } from './support/approve-creator.ts'
import { createCaller, createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { startServer } from './support/start-server.ts'
import { test as base, expect } from './support/test.ts'
import { settingsOf, startVendor } from './support/vendor.ts'

/** Sales end within a minute after a vendor begins to fail. */
const WITHIN = { timeout: 60_000 }

/** A server of its own, with a vendor that a test lets fail. */
const test = base.extend<{ vendor: FalStandIn }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives from the empty pattern that no other fixture is needed.
  vendor: async ({}, use) => {
    const vendor = await startVendor()
    await use(vendor)
    await vendor.close()
  },
  baseURL: async ({ vendor }, use) => {
    const server = await startServer({ seed: false, env: settingsOf(vendor) })
    await use(server.address)
    await server.stop()
  },
})

test('a failing vendor pauses a recipe, and one test that passes resumes it', {
  tag: '@desktop',
}, async ({ page, vendor, createCreator, browser, baseURL }) => {
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  const me = (await (await page.request.get('/api/v1/auth/me')).json()) as { id: string }
  const admin = await createCreator()
  await approveCreator(admin.request, me.id)
  const recipe = await createCaller(page.request, me.id).publish({
    name: 'Vendor Poster',
    price: 2_000,
    cost: 500,
    // The server tries a failing recipe with a text of its own; this pattern refuses that text.
    inputs: [{ key: 'words', type: 'text', display_name: 'Words', pattern: '^[a-z]+$' }],
    steps: [{ id: 'make', provider: 'fal', function_type: 'text_to_image', prompt: 'A {{words}}' }],
    output: 'make',
  })
  const seen = async () => {
    const answer = await admin.request.get(`/api/v1/workflows/${recipe.id}`)
    return (await answer.json()) as WorkflowView
  }

  for (let time = 0; time < 3; time++) vendor.failOnce(faults.status(401, {}))
  for (let time = 0; time < 3; time++) {
    const buyer = await createCreator()
    await expect(buyer.buy(recipe.id, { words: 'kite' })).rejects.toThrow(/not available/)
  }
  await expect.poll(async () => (await seen()).failing, WITHIN).toBe(true)

  await page.goto('/studio')
  await expect(page.getByText('“Vendor Poster” rests, because its last remixes')).toBeVisible()
  await page.goto(`/studio/recipes/${recipe.id}`)
  const note = page.getByRole('status').filter({ hasText: 'Resting: its remixes fail' })
  await expect(note.getByText(/Its last 3 remixes failed, since/)).toBeVisible()
  await expect(note.getByText('make', { exact: true })).toBeVisible()
  await inspect(page)
  const shop = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await shop.goto(`/workflows/${recipe.id}`)
  await expect(shop.getByText('Back soon')).toBeVisible()
  await expect(shop.getByText(/Its last remixes failed, so no new remix starts/)).toBeVisible()
  await expect(shop.getByRole('link', { name: /^Start/ })).toHaveCount(0)
  await inspect(shop)

  await note.getByRole('link', { name: 'Test it' }).click()
  const pane = page.getByRole('region', { name: 'Test', exact: true })
  await pane.getByRole('textbox').first().fill('kite')
  await pane.getByRole('button', { name: 'Run test' }).click()
  await expect(pane.getByText(/^Passed in/)).toBeVisible()
  await expect.poll(async () => (await seen()).failing, WITHIN).toBeUndefined()
  await page.goto(`/studio/recipes/${recipe.id}`)
  await expect(page.getByText('Listed', { exact: true })).toBeVisible()
  await expect(note).toHaveCount(0)
  await shop.reload()
  await expect(shop.getByRole('link', { name: /^Start Remix/ })).toBeVisible()
  await shop.context().close()
})
