import { createWord } from './support/caller.ts'
import { expect, test } from './support/test.ts'

test('back and forward restore each visit with its filters, and move the focus to the page', {
  tag: '@desktop',
}, async ({ page, creator }) => {
  const word = createWord()
  const recipe = await creator.publish({ name: word })
  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('link', { name: /discover|browse/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search recipes' }).fill(word)
  await expect(page).toHaveURL(`/workflows?q=${word}`)
  await page.getByRole('combobox', { name: 'Price' }).selectOption('free')
  await expect(page).toHaveURL(`/workflows?q=${word}&price=free`)
  await page.getByRole('link', { name: word, exact: true }).click()
  await expect(page).toHaveURL(`/workflows/${recipe.id}`)
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(`/workflows?q=${word}&price=free`)
  await expect(page.getByRole('searchbox', { name: 'Search recipes' })).toHaveValue(word)
  await expect(page.getByRole('combobox', { name: 'Price' })).toHaveValue('free')
  await expect(page.getByRole('article')).toHaveCount(1)
  // A change of filters replaces the history entry, so one step back is the previous page.
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recipes for pictures and film.')
  await page.goForward()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a click with a modifier key or a target is left to the browser', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await page.goto('/terms')
  const opened = context.waitForEvent('page')
  await page
    .getByRole('link', { name: 'Privacy' })
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect(page).toHaveURL('/terms')
})

test('a link to the current page adds no history entry', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/workflows')
  // Typing changes the address only once the page's script runs; an earlier click would load a document.
  await page.getByRole('searchbox', { name: 'Search recipes' }).fill('boat')
  await expect(page).toHaveURL('/workflows?q=boat')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
  await link.click()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('main')).toBeFocused()
  await link.click()
  await page.goBack()
  await expect(page).toHaveURL('/workflows?q=boat')
})
