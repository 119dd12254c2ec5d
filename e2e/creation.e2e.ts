import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'

test('only the owner sees a private creation', async ({ page, visitor, creator, browser }) => {
  const recipe = await creator.publish({ name: createWord() })
  const creation = await visitor.make(recipe.id, { words: 'a quiet secret' })
  const response = await page.goto(`/creations/${creation.id}`)
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: recipe.name })).toBeVisible()
  await expect(page.getByText('Private', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Creation Inputs' })).toContainText(
    'a quiet secret',
  )
  const facts = page.getByRole('region', { name: 'Workflow', exact: true })
  await expect(facts).toContainText('Generation time')
  await expect(facts).toContainText('~2s')
  const picture = page.getByRole('main').getByRole('img', { name: recipe.name })
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await inspect(page)

  const stranger = await browser.newContext()
  const address = page.url()
  expect((await stranger.request.get(address)).status()).toBe(404)
  const media = new URL(creation.image ?? '', address).href
  expect((await stranger.request.get(media)).status()).toBe(404)
  await stranger.close()
})

test('strangers see a public creation, and its inputs prefill their remix', {
  tag: '@desktop',
}, async ({ page, visitor, creator, browser }) => {
  const recipe = await creator.publish({ name: createWord() })
  const creation = await visitor.make(recipe.id, { words: 'a red sun' })
  await page.goto(`/creations/${creation.id}`)
  // The view updates a moment after the click, and `check()` would assert at once.
  await page.getByRole('radio', { name: /^Public/ }).click()
  await expect(page.getByText('Private', { exact: true })).toBeHidden()
  await expect(page.getByRole('radio', { name: /^Public/ })).toBeChecked()

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1, name: recipe.name })).toBeVisible()
  await expect(other.getByRole('region', { name: 'Your creation' })).toBeHidden()
  await other.getByRole('link', { name: 'Remix with these inputs' }).click()
  await expect(other.getByRole('heading', { name: 'Your Inputs' })).toBeVisible()
  await expect(other.getByText('a red sun', { exact: true })).toBeVisible()
  await context.close()

  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('radio', { name: /^Private/ }).click()
  await expect(page.getByText('Private', { exact: true })).toBeVisible()
  await saved
  await page.reload()
  await expect(page.getByRole('radio', { name: /^Private/ })).toBeChecked()
})

test('sharing a private creation asks for public or secret link, and the link can be revoked', async ({
  page,
  visitor,
  creator,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const recipe = await creator.publish({ name: createWord() })
  const creation = await visitor.make(recipe.id, { words: 'for two' })
  await page.goto(`/creations/${creation.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const choice = page.getByRole('dialog', { name: 'This creation is private' })
  await expect(choice.getByRole('button', { name: /^Make public/ })).toBeVisible()
  await inspect(page)
  await choice.getByRole('button', { name: /^Secret link/ }).click()
  const share = page.getByRole('dialog', { name: 'Share' })
  await expect(share).toBeVisible()
  await inspect(page)
  await share.getByRole('button', { name: 'Copy link' }).click()
  await expect(share.getByText('Link copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(`/creations/${creation.id}?key=`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()

  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  const opened = await other.goto(link)
  expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
  const picture = other.getByRole('main').getByRole('img', { name: recipe.name })
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('button', { name: 'Create secret link' })).toBeVisible()
  expect((await stranger.request.get(link)).status()).toBe(404)
  await stranger.close()
})

test('a public creation can be shared to each target', { tag: '@desktop' }, async ({
  page,
  visitor,
  creator,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: async () => undefined })
    window.open = (address) => {
      document.documentElement.dataset['opened'] = String(address)
      return null
    }
  })
  const recipe = await creator.publish({ name: createWord() })
  const creation = await visitor.make(recipe.id, { words: 'look' }, { public: true })
  await page.goto(`/creations/${creation.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'More options' })).toBeVisible()
  const opened = () => page.evaluate(() => document.documentElement.dataset['opened'])
  for (const [name, site] of [
    ['X', 'https://x.com/'],
    ['Facebook', 'https://www.facebook.com/'],
  ] as const) {
    await dialog.getByRole('button', { name, exact: true }).click()
    expect(await opened()).toContain(site)
    expect(decodeURIComponent((await opened()) ?? '')).toContain(page.url())
  }
  for (const name of ['Instagram', 'TikTok', 'YouTube']) {
    await dialog.getByRole('button', { name, exact: true }).click()
    await expect(dialog.getByText(`Paste them in ${name}.`)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(page.url())
    expect(await opened()).toContain(`https://www.${name.toLowerCase()}.com/`)
  }
})

test.describe('a deleted creation', { tag: '@desktop' }, () => {
  // The page may be requesting a variant of the picture while the file is deleted.
  test.use({ expectedConsole: [/status of 404/] })

  test('can be restored', async ({ page, visitor, creator }) => {
    const recipe = await creator.publish({ name: createWord() })
    const creation = await visitor.make(recipe.id, { words: 'oops' })
    await page.goto(`/creations/${creation.id}`)
    await page.getByRole('button', { name: 'Delete creation' }).click()
    await expect(page).toHaveURL('/workflows')
    await expect(page.getByText('Creation deleted')).toBeVisible()
    expect((await page.request.get(`/creations/${creation.id}`)).status()).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page).toHaveURL(`/creations/${creation.id}`)
    await expect(page.getByRole('heading', { level: 1, name: recipe.name })).toBeVisible()
  })
})

test.describe('a creation that cannot be loaded', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 503/] })

  test('shows an error and a retry', async ({ page, visitor, creator }) => {
    const recipe = await creator.publish({ name: createWord() })
    const creation = await visitor.make(recipe.id, { words: 'later' })
    let broken = true
    await page.route(`**/api/v1/creations/${creation.id}`, (route) =>
      broken ? route.fulfill({ status: 503, json: { error: 'resting' } }) : route.continue(),
    )
    await page.goto('/workflows')
    await page.getByRole('link', { name: `Your creation with ${recipe.name}` }).click()
    await expect(page.getByRole('heading', { name: 'Failed to load creation' })).toBeVisible()
    await inspect(page)
    broken = false
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: recipe.name })).toBeVisible()
  })
})
