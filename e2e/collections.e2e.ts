import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'

test('a visitor saves a recipe and a creation, and shares them by a link, then with everybody', {
  tag: '@long',
}, async ({ page, visitor, creator, browser }) => {
  const name = `Posters ${createWord()}`
  const recipe = await creator.publish({ name: createWord() })
  const creation = await creator.make(recipe.id, { words: 'a red sun' }, { public: true })
  const own = await visitor.make(recipe.id, { words: 'a quiet secret' })
  const dialog = page.getByRole('dialog', { name: 'Save to a collection' })
  const save = page.getByRole('button', { name: 'Save to a collection' })

  await page.goto(`/workflows/${recipe.id}`)
  await save.click()
  await dialog.getByLabel('New collection').fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('checkbox', { name })).toBeChecked()
  await inspect(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const { id } of [creation, own]) {
    await page.goto(`/creations/${id}`)
    await save.click()
    const saved = page.waitForResponse((response) => response.url().endsWith('/items'))
    await dialog.getByRole('checkbox', { name }).click()
    expect((await saved).status()).toBe(200)
  }
  await dialog.getByRole('link', { name: 'Your collections' }).click()
  await page.getByRole('link', { name: `${name} 3 saved · Private` }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const saved = page.getByRole('list', { name: 'Saved' })
  await expect(saved.getByRole('link')).toHaveCount(3)
  await inspect(page)

  const context = await browser.newContext({ javaScriptEnabled: false })
  const stranger = await context.newPage()
  const address = page.url()
  expect((await context.request.get(address)).status()).toBe(404)
  const share = async (choice: RegExp) => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('radio', { name: choice }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await share(/^Secret link/)
  const link = await page.getByText(`${address}?key=`).textContent()
  expect((await context.request.get(address)).status()).toBe(404)
  await stranger.goto(link ?? '')
  // The page as the server sends it, without scripts, does not show the private creation.
  await expect(stranger.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(stranger.getByRole('list', { name: 'Saved' }).getByRole('link')).toHaveCount(2)

  await share(/^Public/)
  expect((await context.request.get(link ?? '')).status()).toBe(200)
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { level: 1, name })).toBeVisible()
  await share(/^Private/)
  // The change shows at once, although a cache held the page for every reader a moment ago.
  expect((await context.request.get(address)).status()).toBe(404)
  await context.close()

  await page
    .getByRole('button', { name: `Remove ${recipe.name}` })
    .first()
    .click()
  await expect(saved.getByRole('link')).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('No collections yet')).toBeVisible()
})
