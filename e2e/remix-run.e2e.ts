import type { Page } from '@playwright/test'
import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { FAILING, LONG } from './support/recipes.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { acceptAndComplete, completeRemix, expectCreation } from './support/wizard.ts'

test('a run shows its steps, is found again after leaving the page, and delivers', {
  tag: '@desktop',
}, async ({ page, creator }) => {
  const recipe = await creator.publish({ ...LONG, name: createWord() })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('a quiet harbour at dusk with two boats and warm windows')
  await completeRemix(page)
  await expect(page.getByRole('heading', { name: 'Creating Your Masterpiece' })).toBeFocused()
  await expect(page.getByText('Expected: about 8 seconds')).toBeVisible()
  await expect(
    page.getByText('a quiet harbour at dusk with two boats and warm wi...'),
  ).toBeVisible()
  const progress = page.getByRole('progressbar', { name: 'Generation' })
  await expect
    .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
    .toBeGreaterThan(0)
  await expect(page).toHaveTitle(/^\d+%/)

  await page.goto('/terms')
  await page.goto(`/workflows/${recipe.id}/remix`)
  await expect(page.getByRole('heading', { name: 'Creating Your Masterpiece' })).toBeVisible()
  await expect(page.getByText('a quiet harbour at dusk with two boats')).toBeVisible()
  await lookAway(page)
  await expectCreation(page)
  await expect(page).toHaveTitle('✓ Your Creation is Ready!')
  expect(await page.evaluate(() => document.documentElement.dataset['noted'])).toBe(recipe.name)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveTitle(new RegExp(`^${recipe.name}`))
})

/** Pretends that another tab is in front, because a headless browser never hides a tab. */
async function lookAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    window.Notification = class extends EventTarget {
      static permission = 'granted'
      constructor(_: string, options: NotificationOptions) {
        super()
        document.documentElement.dataset['noted'] = options.body
      }
    } as unknown as typeof Notification
  })
}

test('a run is found again on another device of the same account', { tag: '@desktop' }, async ({
  page,
  browser,
  baseURL,
  creator,
}) => {
  const email = `${createWord()}@example.com`
  const recipe = await creator.publish({ ...LONG, name: createWord() })
  const device = await browser.newContext(baseURL ? { baseURL } : {})
  const other = await device.newPage()
  for (const one of [other, page]) await signInAtOnce(one.request, email)
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('two boats and warm windows')
  await completeRemix(page)
  await expect(page.getByRole('heading', { name: 'Creating Your Masterpiece' })).toBeVisible()
  await other.goto(`/workflows/${recipe.id}/remix`)
  await expect(other.getByRole('heading', { name: 'Creating Your Masterpiece' })).toBeVisible()
  await expect(other.getByText('two boats and warm windows')).toBeVisible()
  await other.getByRole('button', { name: 'Cancel Generation' }).click()
  await expect(page.getByText('The generation was cancelled. Nothing was charged.')).toBeVisible()
  await device.close()
})

test('cancelling ends the run and keeps the inputs', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish(LONG)
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('a red sun')
  const started = page.waitForResponse((response) => response.url().endsWith('/creations'))
  await completeRemix(page)
  const { job_id } = (await (await started).json()) as { job_id: string }
  await expect(page.getByRole('heading', { name: 'Creating Your Masterpiece' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Generation' }).click()
  await expect(page.getByRole('heading', { name: 'Configure Your Remix' })).toBeVisible()
  const status = async () => {
    const response = await page.request.get(`/api/v1/jobs/${job_id}`)
    return ((await response.json()) as { status: string }).status
  }
  await expect.poll(status).toBe('CANCELLED')
  await expect(page.getByRole('main')).toContainText('a red sun')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Configure Your Remix' })).toBeVisible()
})

test('a failed run shows the reason, can be retried, and keeps the inputs', async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish(FAILING)
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('waves')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await acceptAndComplete(page)
  const failed = page.getByRole('heading', { name: 'Generation Failed' })
  await expect(failed).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('This step needs some words to work from.')
  await expect(page.getByText('Nothing was charged, and your inputs are kept.')).toBeVisible()
  await inspect(page)
  // The run may fail so fast that the screen in between is never visible.
  const retried = page.waitForResponse((response) => response.url().endsWith('/creations'))
  await page.getByRole('button', { name: 'Try Again' }).click()
  expect((await retried).ok()).toBe(true)
  await expect(failed).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page.getByRole('main')).toContainText('waves')
})

test.describe('inputs that moderation refuses', { tag: '@desktop' }, () => {
  test('are marked at their step before it is left, and can be changed', async ({
    page,
    creator,
  }) => {
    const recipe = await creator.publish()
    await page.goto(`/workflows/${recipe.id}/remix`)
    await page.getByRole('textbox').fill('explicit porn photo')
    const refusal = page.getByText('The word “porn” is not allowed here.')
    await expect(refusal).toBeVisible()
    await page.getByRole('button', { name: 'Review & Complete' }).click()
    await expect(refusal).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveValue('explicit porn photo')
    await page.getByRole('textbox').fill('a red sun')
    await expect(refusal).toBeHidden()
    await completeRemix(page)
    await expectCreation(page)
  })
})

test.describe('a network failure', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/net::ERR_FAILED/] })

  test('neither loses the run nor starts the run twice', async ({ page, creator }) => {
    const recipe = await creator.publish()
    const keys: (string | undefined)[] = []
    await page.route(`**/workflows/${recipe.id}/creations`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      // The server receives the first call; only the answer is lost.
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.goto(`/workflows/${recipe.id}/remix`)
    await page.getByRole('textbox').fill('a red sun')
    await completeRemix(page)
    await expect(page.getByRole('heading', { name: 'Generation Failed' })).toBeVisible()
    await expect(page.getByText('The server could not be reached.')).toBeVisible()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expectCreation(page)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).toBeTruthy()
  })
})

test('the generating screen passes in both colour schemes, and a result without a page is shown', async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish()
  const { image } = await creator.make(recipe.id, { words: 'a red sun' }, { public: true })
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  // The test holds the call, so that the screen does not change during the checks; and our own
  // server never answers with a creation without an id.
  await page.route(`**/workflows/${recipe.id}/creations`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await held
    await route.fulfill({ status: 201, json: { image } })
  })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('a red sun')
  await completeRemix(page)
  await expect(page.getByRole('heading', { name: 'Creating Your Masterpiece' })).toBeVisible()
  await inspect(page)
  answer()
  await expect(page.getByRole('heading', { name: 'Your Creation is Ready!' })).toBeFocused()
  const picture = page.getByRole('main').getByRole('img', { name: recipe.name })
  await expect
    .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await inspect(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^creation-.+\.png$/)
  await page.getByRole('button', { name: 'Create Another' }).click()
  await expect(page.getByRole('textbox')).toHaveValue('')
})

test('a priced recipe asks for payment before the run', async ({ page, creator }) => {
  const recipe = await creator.publish({ price: 300, generation_time: 75_000 })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('a red sun')
  await completeRemix(page)
  await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeFocused()
  const main = page.getByRole('main')
  await expect(main).toContainText('4242 4242 4242 4242')
  await expect(main).toContainText('$3.00')
  await expect(main).toContainText('about 2 minutes')
  await expect(page.getByRole('button', { name: 'Pay $3.00 Securely' })).toBeEnabled()
  await inspect(page)
  await page.getByRole('button', { name: '← Back to Inputs' }).click()
  await expect(main).toContainText('a red sun')
})

test.describe('a remix of a recipe that does not exist', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 404/] })

  test('shows an error', async ({ page }) => {
    await page.goto(`/workflows/${crypto.randomUUID()}/remix`)
    await expect(page.getByRole('heading', { name: 'Workflow Not Found' })).toBeVisible()
    await expect(page.getByText('The workflow you are looking for does not exist.')).toBeVisible()
    await inspect(page)
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/workflows')
  })
})
