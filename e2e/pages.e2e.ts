import { randomUUID } from 'node:crypto'
import { findChunk } from './support/find-chunk.ts'
import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'

for (const [path, title, text, tag] of [
  ['/terms', 'Terms', /the greater of what you paid in the last three months or \$100/, []],
  ['/privacy', 'Privacy', /analytics/i, ['@desktop']],
] as const)
  test(`${path} is legal text`, { tag: [...tag] }, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page).toHaveTitle(new RegExp(title))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(text)
    await inspect(page)
  })

const absent = randomUUID()

for (const [path, heading, tag] of [
  ['/nowhere', 'Nothing in this frame.', []],
  [`/workflows/${absent}`, 'Workflow not found', ['@desktop']],
  [`/creations/${absent}`, 'Creation not found', ['@desktop']],
  [`/workflows/${absent}/remix`, 'Workflow Not Found', ['@desktop']],
  [`/receipts/${absent}`, 'This receipt could not be opened', ['@desktop']],
] as const)
  test.describe(`${path.replace(absent, 'an unknown id')}`, { tag: [...tag] }, () => {
    test.use({ expectedConsole: [/status of 40[14]/] })

    test('answers 404 with its own view and the search', async ({ page }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      expect(await response?.text()).toContain('noindex')
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await inspect(page)
      await page.getByRole('searchbox', { name: 'Search recipes' }).fill('poster')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(/\/workflows\?q=poster/)
      await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
    })
  })

test.describe('a screen whose code cannot be loaded', { tag: '@desktop' }, () => {
  // The last line is React's own report of what an error boundary catches.
  test.use({
    expectedConsole: [
      /net::ERR_FAILED|^A screen (did not come|failed)|^TypeError: Failed to fetch dynamically/,
    ],
  })

  test('shows an error if the shell is empty', async ({ page }) => {
    await page.route(findChunk('create-page.tsx'), (route) => route.abort())
    await page.goto('/workflows/create')
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Load it again' })).toBeVisible()
  })

  test('keeps the server’s HTML if the server rendered the page', async ({ page }) => {
    await page.route(findChunk('landing-page.tsx'), (route) => route.abort())
    const logged = page.waitForEvent('console', (line) => line.text().startsWith('A screen'))
    await page.goto('/')
    await logged
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Recipes for pictures and film.',
    )
    await page.getByRole('link', { name: 'Privacy' }).click()
    await expect(page).toHaveTitle(/Privacy/)
  })
})

test('a malformed id gives 404', { tag: '@desktop' }, async ({ request }) => {
  for (const path of ['/workflows/nonsense', '/creations/nonsense', '/workflows/create/nonsense'])
    expect((await request.get(path)).status(), path).toBe(404)
})

test('robots.txt and sitemap.xml list the product’s own pages', { tag: '@desktop' }, async ({
  request,
  creator,
  baseURL,
}) => {
  const recipe = await creator.publish()
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const map = await request.get('/sitemap.xml')
  expect(map.headers()['content-type']).toContain('application/xml')
  expect(await map.text()).toContain(`<loc>${baseURL}/workflows`)
  expect((await request.get(`/workflows/${recipe.id}`)).status()).toBe(200)
})

test('the mobile menu closes on Escape and on a change of route', { tag: '@phone' }, async ({
  page,
}) => {
  const batches: string[] = []
  await page.route('**/api/v1/analytics/batch', (route) => {
    batches.push(route.request().postData() ?? '')
    return route.continue()
  })
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Mobile' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await inspect(page, { onlyOnPhone: true })
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Discover' }).click()
  await expect(page).toHaveURL('/workflows')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Your purchases' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your purchases' })).toBeVisible()
  await expect(menu).toBeHidden()
  await page.getByRole('tab', { name: 'Creations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your creations' })).toBeVisible()
  const sent = () => batches.join()
  await expect.poll(sent).toMatch(/"mobile_menu_toggled".+"open":true/)
  await expect.poll(sent).toMatch(/"mobile_menu_toggled".+"open":false/)
})

test('the theme is chosen once and remembered', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/terms')
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await background()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect.poll(background).not.toBe(light)
  await page.reload()
  expect(await background()).not.toBe(light)
  await page.getByRole('radio', { name: 'Follow the system' }).check({ force: true })
  await expect.poll(background).toBe(light)
})
