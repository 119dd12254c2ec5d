import type { Page } from '@playwright/test'
import { createWord } from './support/caller.ts'
import { expect, test } from './support/test.ts'
import { acceptAndComplete } from './support/wizard.ts'

const travels = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { travels: string[] }).travels)

/** Writes down which pictures the browser moves from one page to the next. */
async function watchTravels(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: string[] = []
    Object.assign(globalThis, { travels: kept })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      const moves = () =>
        document.getAnimations().flatMap(({ effect }) => {
          const part = (effect as KeyframeEffect | null)?.pseudoElement ?? ''
          return /^::view-transition-group\((?!root)/.test(part) ? [part] : []
        })
      void transition.ready.then(() => kept.push(...moves())).catch(() => undefined)
      return transition
    }
  })
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a picture travels from its card to the recipe, the wizard and the creation', async ({
    page,
    creator,
  }) => {
    await watchTravels(page)
    const word = createWord()
    const recipe = await creator.publish({ name: word })
    const made = await creator.make(recipe.id, { words: 'a red sun' }, { public: true })
    await page.goto(`/workflows?q=${word}`)
    const card = page.getByRole('link', { name: word, exact: true })
    await card.click()
    await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
    // A busy server may answer too late for the picture; the second time all is there.
    await page.goBack()
    await page.evaluate(() => (globalThis as unknown as { travels: string[] }).travels.splice(0))
    await card.click()
    const moved = `::view-transition-group(recipe-${recipe.id})`
    await expect.poll(() => travels(page)).toEqual([moved])
    await page.getByRole('link', { name: 'Start Remix' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => travels(page)).toEqual([moved, moved])
    await page.getByRole('textbox').fill('a red sun')
    await page.getByRole('button', { name: 'Review & Complete' }).click()
    await expect(page.getByAltText('A preview of what your answers make')).toBeVisible()
    await acceptAndComplete(page)
    await expect.poll(async () => (await travels(page)).length).toBeGreaterThan(2)
    await expect(page).toHaveURL(/\/creations\/[0-9a-f-]{36}$/)
    await page.goto('/creations')
    const tile = page.locator(`a[href="/creations/${made.id}"]`)
    await tile.click()
    await expect(page).toHaveURL(`/creations/${made.id}`)
    await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
    await page.goBack()
    await page.evaluate(() => (globalThis as unknown as { travels: string[] }).travels.splice(0))
    await tile.click()
    await expect.poll(() => travels(page)).toEqual([`::view-transition-group(creation-${made.id})`])
  })
})

test('with reduced motion nothing moves', async ({ page, creator }) => {
  await watchTravels(page)
  const word = createWord()
  const recipe = await creator.publish({ name: word })
  await creator.make(recipe.id, { words: 'a red sun' }, { public: true })
  await page.goto(`/workflows?q=${word}`)
  await page.getByRole('link', { name: word, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start Remix' })).toBeVisible()
  expect(await travels(page)).toEqual([])
})
