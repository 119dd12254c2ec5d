import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'

test('a recipe’s page shows its output, inputs and price', async ({ page, creator }) => {
  const recipe = await creator.publish({
    name: createWord(),
    description: 'Two words become a poster.',
    price: 300,
    license: 'cc-by',
    inputs: [
      { key: 'words', type: 'text', display_name: 'Words', description: 'What it shows' },
      { key: 'photo', type: 'image', display_name: 'Photo', required: false },
    ],
  })
  const response = await page.goto(`/workflows/${recipe.id}`)
  expect(response?.status()).toBe(200)
  const html = (await response?.text()) ?? ''
  expect(html).toContain(`<title>${recipe.name}`)
  // A server without a public address names none in its head.
  expect(html).not.toContain('application/ld+json')
  await expect(page.getByRole('heading', { level: 1, name: recipe.name })).toBeVisible()
  await expect(page.getByText('Two words become a poster.')).toBeVisible()
  const needed = page.getByRole('region', { name: 'Required Inputs' })
  await expect(needed.getByRole('listitem').first()).toContainText('TEXT')
  await expect(needed.getByRole('listitem').first()).toContainText('What it shows')
  await expect(needed.getByRole('listitem').last()).toContainText('IMAGE')
  await expect(needed.getByRole('listitem').last()).toContainText('(optional)')
  const details = page.getByRole('region', { name: 'Workflow Details' })
  await expect(page.getByRole('main').getByText('$3.00', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start Remix', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('~2s')
  await expect(page.getByRole('main')).toContainText('CC BY')
  await expect(page.getByText('No creations yet')).toBeVisible()
  await inspect(page)
  await details.getByRole('link', { name: 'Start Creating' }).click()
  await expect(page).toHaveURL(`/workflows/${recipe.id}/remix`)
})

test('a like stays in this browser, and share copies the link', { tag: '@desktop' }, async ({
  page,
  context,
  creator,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  const recipe = await creator.publish({ name: createWord() })
  await page.goto(`/workflows/${recipe.id}`)
  const like = page.getByRole('button', { name: 'Like' })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Share the link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await inspect(page)
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})

test('the gallery shows public creations and links to them', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish({ name: createWord() })
  await creator.make(recipe.id, { words: 'one' }, { public: true })
  const newest = await creator.make(recipe.id, { words: 'two' }, { public: true })
  await creator.make(recipe.id, { words: 'secret' })
  await page.goto(`/workflows/${recipe.id}`)
  const gallery = page.getByRole('list', { name: 'Recent creations' })
  await expect(page.getByRole('heading', { name: 'Recent Creations 2' })).toBeVisible()
  await expect(gallery.getByRole('link')).toHaveCount(2)
  await expect(page.getByRole('img', { name: `Sample of ${recipe.name}` })).toBeVisible()
  await inspect(page)
  await gallery.locator(`a[href="/creations/${newest.id}"]`).click()
  await expect(page).toHaveURL(`/creations/${newest.id}`)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(`/workflows/${recipe.id}`)
  await page.getByRole('link', { name: 'Back to Workflows' }).click()
  await expect(page).toHaveURL('/workflows')
})

test('a report reaches the operator', { tag: '@desktop' }, async ({ page, creator }) => {
  const recipe = await creator.publish({ name: createWord() })
  await page.goto(`/workflows/${recipe.id}`)
  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('copyright')
  await inspect(page)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible()
})

test.describe('a recipe that cannot be loaded', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 503/] })

  test('shows an error and a retry', async ({ page, creator }) => {
    const word = createWord()
    const recipe = await creator.publish({ name: word })
    let broken = true
    await page.route(`**/api/v1/workflows/${recipe.id}`, (route) =>
      broken ? route.fulfill({ status: 503, json: { error: 'resting' } }) : route.continue(),
    )
    await page.goto(`/workflows?q=${word}`)
    await page.getByRole('link', { name: word, exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Failed to fetch workflow' })).toBeVisible()
    await inspect(page)
    broken = false
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
  })
})
