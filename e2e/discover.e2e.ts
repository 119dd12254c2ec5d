import type { Page } from '@playwright/test'
import { type Caller, createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { openMenu } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** One newcomer publishes recipes with a word that no other test uses. */
async function publishNamed(createCreator: () => Promise<Caller>, count: number) {
  const word = createWord()
  const creator = await createCreator()
  for (let index = 1; index <= count; index++) await creator.publish({ name: `${word} ${index}` })
  return word
}

const cards = (page: Page) => page.getByRole('article')

test('Discover shows twelve cards, more on scrolling, and the end of the list', async ({
  page,
  createCreator,
}) => {
  const word = await publishNamed(createCreator, 14)
  await page.goto(`/workflows?q=${word}`)
  await expect(cards(page)).toHaveCount(12)
  await page.mouse.move(200, 400)
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await expect(cards(page)).toHaveCount(14, { timeout: 500 })
  }).toPass()
  await expect(page.getByText("You've seen all available workflows")).toBeVisible()
  await inspect(page)
})

test('a card shows its recipe and links to the recipe’s page', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const word = createWord()
  const recipe = await creator.publish({ name: word, generation_time: 75_000 })
  await creator.make(recipe.id, { words: 'a red sun' }, { public: true })
  await page.goto(`/workflows?q=${word}`)
  const card = cards(page).first()
  await expect(card.getByRole('heading', { name: word })).toBeVisible()
  await expect(card).toContainText('New')
  await expect(card).toContainText('IMAGE')
  await expect(card).toContainText('Free')
  await expect(card).toContainText(`@${recipe.creator_handle}`)
  await expect(card).toContainText('~1m 15s')
  const sample = card.getByRole('img', { name: `Sample of ${word}` })
  await expect
    .poll(() => sample.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await inspect(page)

  await card.getByRole('link', { name: `Remix ${word}` }).click()
  await expect(page).toHaveURL(`/workflows/${recipe.id}/remix`)
  await page.goBack()
  await card.click({ position: { x: 40, y: 120 } })
  await expect(page).toHaveURL(`/workflows/${recipe.id}`)
})

test('a film plays while the mouse is over its card, but not with reduced motion', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/workflows?q=Slow%20Camera')
  const card = cards(page).first()
  const plays = () => card.locator('video').evaluate((film) => !(film as HTMLVideoElement).paused)
  await expect(card.locator('video')).toBeAttached()
  expect(await plays()).toBe(false)
  await card.hover()
  await expect.poll(plays).toBe(true)
  await page.mouse.move(0, 0)
  await expect.poll(plays).toBe(false)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await card.hover()
  // Two frames, in which playback would have started.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(await plays()).toBe(false)
})

test('search runs while the visitor types, and clearing restores the list', async ({
  page,
  createCreator,
}) => {
  const word = await publishNamed(createCreator, 2)
  await page.goto('/workflows')
  await expect(cards(page).first()).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search recipes' })
  await search.pressSequentially(`${word} 2`)
  await expect(cards(page)).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await search.fill('')
  await search.pressSequentially('zzzzqqqq')
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Show all recipes' }).click()
  await expect(page).toHaveURL('/workflows')
  await expect(search).toHaveValue('')
  await expect(cards(page).first()).toBeVisible()
})

test('filters and sorting are in the URL', { tag: '@desktop' }, async ({ page, creator }) => {
  const word = createWord()
  await creator.publish({ name: `${word} free` })
  await creator.publish({ name: `${word} dear`, price: 900 })
  await creator.publish({ name: `${word} cheap`, price: 300 })
  await page.goto(`/workflows?q=${word}`)
  await expect(cards(page)).toHaveCount(3)
  await page.getByRole('combobox', { name: 'Price' }).selectOption('paid')
  await expect(page).toHaveURL(/price=paid/)
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('cheapest')
  await expect(page).toHaveURL(/sort=cheapest/)
  await expect(cards(page).getByRole('heading')).toHaveText([`${word} cheap`, `${word} dear`])
  await expect(cards(page).first()).toContainText('$3.00')
  await page.getByRole('combobox', { name: 'Output' }).selectOption('video')
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Output' }).selectOption('image')
  await expect(cards(page)).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('cheapest')
  await expect(cards(page).getByRole('heading')).toHaveText([`${word} cheap`, `${word} dear`])
})

test('the wall shows public creations and leads to recipes by their tags', async ({
  page,
  creator,
  isMobile,
}) => {
  const word = createWord()
  const recipe = await creator.publish({ name: word, category: 'places', tags: [`${word} Tag`] })
  const made = await creator.make(recipe.id, { words: 'a red sun' }, { public: true })
  await page.goto('/workflows')
  await openMenu(page, isMobile)
  await page.getByRole('banner').getByRole('link', { name: 'What people made' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What people made here' })).toBeVisible()
  const entry = page.getByRole('link', { name: new RegExp(word) })
  await expect(entry).toBeVisible()
  await inspect(page)
  await entry.click()
  await expect(page).toHaveURL(`/creations/${made.id}`)

  await page.goto(`/workflows/${recipe.id}`)
  await page.getByRole('link', { name: `${word}-tag` }).click()
  await expect(page).toHaveURL(`/workflows?tag=${word}-tag`)
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Pets')
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect(page).toHaveURL('/workflows?category=pets')
})

test('back restores the scroll position', { tag: '@desktop' }, async ({ page, createCreator }) => {
  const word = await publishNamed(createCreator, 14)
  await page.goto(`/workflows?q=${word}`)
  const last = page.getByRole('link', { name: `${word} 1`, exact: true })
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass()
  await last.scrollIntoViewIfNeeded()
  await expect(page.getByText("You've seen all available workflows")).toBeVisible()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(200)
  await last.click()
  await expect(page.getByRole('heading', { level: 1, name: `${word} 1` })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(cards(page)).toHaveCount(14)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(before, -1)
})

test('a visitor’s own creations are at the top, with an offer to sign in', async ({
  page,
  visitor,
  creator,
}) => {
  const recipe = await creator.publish({ name: createWord() })
  const creation = await visitor.make(recipe.id, { words: 'mine' })
  await page.goto('/workflows')
  const strip = page.getByRole('region', { name: 'Your creations' })
  await expect(strip.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await inspect(page)
  await strip.getByRole('link', { name: `Your creation with ${recipe.name}` }).click()
  await expect(page).toHaveURL(`/creations/${creation.id}`)
})

test.describe('a catalogue that cannot be loaded', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 503/] })

  test('shows an error and a retry', async ({ page }) => {
    let broken = true
    await page.route('**/api/v1/workflows?*', (route) =>
      broken
        ? route.fulfill({ status: 503, json: { error: 'The database rests', code: 'unavailable' } })
        : route.continue(),
    )
    await page.goto('/terms')
    await page.getByRole('link', { name: 'Discover', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Failed to load workflows' })).toBeVisible()
    await expect(page.getByText('The database rests')).toBeVisible()
    await inspect(page)
    broken = false
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(cards(page).first()).toBeVisible()
  })
})
