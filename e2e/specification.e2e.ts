import type { Page } from '@playwright/test'
import { COUNTS, startSpecifiedServer } from './support/specified-server.ts'
import { test as base, expect } from './support/test.ts'

/** Against a server whose answers have the specified fields alone; what else is asked, it does not know. */
const test = base.extend<object, { specified: string }>({
  specified: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives from the empty pattern that no other fixture is needed.
    async ({}, use) => {
      const { address, stop } = await startSpecifiedServer()
      await use(address)
      stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ specified }, use) => use(specified),
})
// Each unknown call is told in the console.
test.use({ expectedConsole: [/status of (40[149]|500)|A lookup of the remix flow failed/] })

const BOOM = 'HTTP 500: Internal Server Error - boom'

/** Fails each call of these paths. */
async function fail(page: Page, path: string, method = 'GET'): Promise<void> {
  await page.route(`**/api/v1${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { error: 'boom' } })
      : route.fallback(),
  )
}

async function complete(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Subject' }).fill('a red sun')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
}

test.describe('an answer of the specified fields alone', { tag: '@desktop' }, () => {
  test('GET /workflows: the list goes on until a page has fewer than 12', async ({ page }) => {
    const second = page.waitForRequest(/\/api\/v1\/workflows\?page=2&per_page=12/)
    await page.goto('/workflows')
    await expect(page.getByRole('article').first()).toContainText('~2s')
    await page.getByText('Workflow 12').scrollIntoViewIfNeeded()
    await second
    await expect(page.getByText("You've seen all available workflows")).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(COUNTS.workflows)
  })

  test('GET /workflows/{id}: name, time, output type and Required Inputs in upper-case', async ({
    page,
  }) => {
    await page.goto('/workflows/wf-1')
    await expect(page.getByRole('heading', { level: 1, name: 'Workflow 1' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText('~2s')
    await expect(main.getByText('TEXTAREA', { exact: true })).toBeVisible()
    await expect(main.getByText('TEXT', { exact: true })).toBeVisible()
    await expect(main).not.toContainText('undefined')
    await expect(page.getByRole('link', { name: 'Start Remix', exact: true })).toBeVisible()
  })

  test('GET /workflows/{id}/creations: limit, offset and public are sent, has_more goes on', async ({
    page,
  }) => {
    const first = page.waitForRequest(/creations\?limit=20&public=true&offset=0$/)
    const second = page.waitForRequest(/creations\?limit=20&public=true&offset=20$/)
    await page.goto('/workflows/wf-1')
    await first
    await expect(
      page.getByRole('heading', { name: `Recent Creations ${COUNTS.creations}` }),
    ).toBeVisible()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await second
    const gallery = page.getByRole('list', { name: 'Recent creations' })
    await expect(gallery.getByRole('listitem')).toHaveCount(COUNTS.creations)
  })

  test('GET /creations/{id}: the title is the name of its workflow', async ({ page }) => {
    await page.goto('/creations/cr-3')
    await expect(page.getByRole('heading', { level: 1, name: 'Workflow 1' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText('a red sun')
    await expect(main).toContainText('~2s')
    await expect(main.getByRole('img', { name: 'Workflow 1' }).first()).toBeVisible()
  })

  test('GET /users/{id}/creations: the profile goes on by nextOffset', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('access_token', 'secret'))
    const second = page.waitForRequest(/creations\?limit=24&offset=24$/)
    await page.goto('/profile')
    // The username editor is open until a username is chosen.
    await page.getByRole('textbox', { name: 'Username' }).fill('mara')
    await page.getByRole('button', { name: 'Save username' }).click()
    await expect(
      page.getByText('This username is already taken. Please choose another.'),
    ).toBeVisible()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await second
    await expect(page.locator('a[href^="/creations/cr-"]')).toHaveCount(COUNTS.items)
    await expect(page.getByText('Recently deleted')).toBeHidden()
  })

  test('POST /workflows/{id}/creations: without generation_time the workflow’s time is waited', async ({
    page,
  }) => {
    const asked: number[] = []
    page.on('request', (request) => {
      if (/\/jobs\/[^/]+$/.test(request.url())) asked.push(Date.now())
    })
    await page.goto('/workflows/wf-1/remix')
    await complete(page)
    const begun = Date.now()
    await expect(page.getByText('about 2 seconds')).toBeVisible()
    await expect(page).toHaveURL(/\/creations\/cr-1$/)
    expect((asked[0] ?? 0) - begun).toBeGreaterThan(1_000)
  })

  test('GET /payment/session/{sessionId}: a paid session starts the generation', async ({
    page,
  }) => {
    await page.goto('/workflows/wf-2')
    await page.evaluate(() => {
      localStorage.setItem('workflow_inputs_wf-2', JSON.stringify({ subject: 'a red sun' }))
    })
    const run = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/wf-2/creations'),
    )
    await page.goto('/workflows/wf-2/remix?session_id=cs_1')
    expect((await run).postDataJSON()).toMatchObject({ user_inputs: { subject: 'a red sun' } })
    await expect(page).toHaveURL(/\/creations\/cr-1$/)
  })

  test('an id that is no UUID is asked', async ({ page }) => {
    const workflow = page.waitForRequest(/\/api\/v1\/workflows\/wf-99$/)
    await page.goto('/workflows/wf-99')
    await workflow
    await expect(page.getByRole('heading', { name: 'Workflow not found' })).toBeVisible()
    await page.goto('/workflows/wf-99/remix')
    await expect(page.getByRole('heading', { name: 'Workflow Not Found' })).toBeVisible()
    const creation = page.waitForRequest(/\/api\/v1\/creations\/cr-99$/)
    await page.goto('/creations/cr-99')
    await creation
    await expect(page.getByRole('heading', { name: 'Creation not found' })).toBeVisible()
  })
})

test.describe('a view of an error shows the specified message', { tag: '@desktop' }, () => {
  test('Discover: the message under Failed to load workflows', async ({ page }) => {
    await fail(page, '/workflows?**')
    await page.goto('/workflows')
    await expect(page.getByRole('heading', { name: 'Failed to load workflows' })).toBeVisible()
    await expect(page.getByText(BOOM)).toBeVisible()
  })

  test('the workflow and the remix route: Failed to fetch workflow', async ({ page }) => {
    await fail(page, '/workflows/wf-1')
    for (const path of ['/workflows/wf-1', '/workflows/wf-1/remix']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Failed to fetch workflow' })).toBeVisible()
      await expect(page.getByText(BOOM)).toBeVisible()
    }
  })

  test('the creation: Failed to load creation', async ({ page }) => {
    await fail(page, '/creations/cr-1**')
    await page.goto('/creations/cr-1')
    await expect(page.getByRole('heading', { name: 'Failed to load creation' })).toBeVisible()
    await expect(page.getByText(BOOM)).toBeVisible()
  })

  test('Generation Failed with the message', async ({ page }) => {
    await fail(page, '/workflows/wf-1/creations', 'POST')
    await page.goto('/workflows/wf-1/remix')
    await complete(page)
    await expect(page.getByRole('heading', { name: 'Generation Failed' })).toBeVisible()
    await expect(page.getByText(BOOM)).toBeVisible()
  })

  test('Payment System Error: Payment failed', async ({ page }) => {
    await fail(page, '/payment/create-checkout-session', 'POST')
    await page.goto('/workflows/wf-2/remix')
    await complete(page)
    await page.getByRole('button', { name: 'Pay $3.00 Securely' }).click()
    await expect(page.getByRole('heading', { name: 'Payment System Error' })).toBeVisible()
    await expect(page.getByText('Payment failed', { exact: true })).toBeVisible()
  })
})

test('Cancel Generation returns to the inputs at once', { tag: '@desktop' }, async ({ page }) => {
  // The server never answers.
  await page.route('**/api/v1/jobs/*', () => undefined)
  await page.goto('/workflows/wf-1/remix')
  await complete(page)
  await page.getByRole('button', { name: 'Cancel Generation' }).click()
  // Sooner than the five seconds for which the answer is waited.
  const inputs = page.getByRole('heading', { name: 'Configure Your Remix' })
  await expect(inputs).toBeVisible({ timeout: 2_500 })
  await expect(page.getByText('a red sun')).toBeVisible()
})

test('the first load generates an anonymous id, in local storage alone', async ({ page }) => {
  await page.goto('/')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('user_id')))
    .toMatch(/^anon_[0-9a-f]{24}$/)
  expect(await page.context().cookies()).toEqual([])
})

test('the landing page: Why, Features, Pricing, FAQ', async ({ page }) => {
  await page.goto('/')
  for (const word of ['Why', 'Features', 'Pricing', 'FAQ'])
    await expect(page.getByRole('main').getByText(word, { exact: true })).toBeVisible()
})

test('signed out: a Continue with Google button', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Continue with Google' }),
  ).toBeVisible()
})
