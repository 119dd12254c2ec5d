import type { Page } from '@playwright/test'
import { buildRecipe } from './support/build-recipe.ts'
import { createWord } from './support/caller.ts'
import { chapter, STORY_LIMIT_MS } from './support/chapter.ts'
import { makePng } from './support/files.ts'
import { createHandFilm } from './support/hand-film.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { createSlowHand, type SlowHand } from './support/slow-hand.ts'
import { expect, test } from './support/test.ts'

/** Choosing a file in the browser's own window, a test of three steps, and a publication. */
const FILE_SECONDS = 10
const TEST_SECONDS = 8
const PUBLISH_SECONDS = 3

/** Waits for the page of this heading, with the focus at the page's start. */
async function arrive(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
}

/**
 * Goes from the form to the test, fills in the inputs, and runs the recipe until the film is made.
 */
async function runTest(page: Page, hand: SlowHand, prompt: string, choose: () => Promise<void>) {
  await hand.open(/^Go on to the test$/)
  await hand.isAt(/^Test$/)
  await choose()
  await hand.open(/^Run test$/)
  const pane = page.getByRole('region', { name: 'Test', exact: true })
  await hand.rest(TEST_SECONDS, async () => {
    // The pane shows the earlier test until the result of the new test is known.
    await expect(pane.getByText(prompt)).toBeAttached()
    await expect(pane.getByText(/^Passed in [0-9.]+ s, 0¢$/)).toBeVisible()
  })
}

test.describe('a recipe from a blank page to its third version', () => {
  test.describe.configure({ timeout: STORY_LIMIT_MS })

  test(
    'is built, tested, priced, published, changed and rolled back by a slow hand',
    { tag: '@long' },
    async ({ page, browser }, testInfo) => {
      const film = createHandFilm(page)
      const hand = createSlowHand(page, film.see)
      const pane = page.getByRole('region', { name: 'Test', exact: true })
      const dialog = page.getByRole('dialog')
      const fan = await browser.newContext()
      const shop = await fan.newPage()

      await chapter('it is built', async () => {
        await signInAtOnce(page.request, `${createWord()}@example.com`)
        page.on('filechooser', (chooser) => void chooser.setFiles(makePng(256, 256)))
        await page.goto('/studio')
        await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
        await hand.open(/^New recipe$/)
        await arrive(page, 'New recipe')
        await hand.open(/^A blank recipe/)
        await arrive(page, 'Listing')
        await buildRecipe(hand)
        await inspect(page)
      })

      await chapter('it is priced and tested', async () => {
        await hand.write(/^A remix costs, in dollars$/, '0.50')
        await expect(page.getByText('Below $1.11 each sale costs the platform')).toBeVisible()
        await hand.writeHere('4.50')
        await expect(page.getByText('$3.15').first()).toBeVisible()
        await runTest(page, hand, 'Printed in amber ink', async () => {
          await hand.to(/^Drop, paste or choose/)
          await hand.press('Space')
          await hand.rest(FILE_SECONDS, () => hand.isAt(/^Edit image$/))
          await hand.to(/^By day$/)
          await hand.press('Space')
        })
        await hand.open(/^Prompt of paint_2 as sent$/)
        await expect(pane.getByText('Printed in amber ink')).toBeVisible()
        await hand.open(/^Use as sample$/)
        await expect(pane.getByRole('button', { name: /^Use \d+ s, measured/ })).toBeVisible()
        await hand.open(/^Use \d+ s, measured over one test$/)
        await inspect(page, { onlyOnPhone: true })
      })

      await chapter('it is published, and seen in the shop', async () => {
        await hand.open(/^Go on to publishing…$/)
        await hand.write(/^What is new/, 'The first')
        await expect(dialog.getByText('$4.50; the lowest is $0.50')).toBeVisible()
        await expect(dialog.getByText(/^Passed, in/)).toBeVisible()
        await hand.to(/^I accept the terms/)
        await hand.press('Space')
        await inspect(page, { onlyOnPhone: true })
        await hand.open(/^Publish at \$4\.50$/)
        await hand.rest(PUBLISH_SECONDS, () =>
          expect(dialog.getByText(/version 1, is live/)).toBeVisible(),
        )
        const address = await dialog.getByLabel('Address of the recipe').inputValue()
        await inspect(page, { onlyOnPhone: true })
        await shop.goto(new URL(address).pathname)
        await expect(shop.getByRole('heading', { level: 1, name: 'Ink portrait' })).toBeVisible()
        await expect(shop.getByText('$4.50').first()).toBeVisible()
      })

      await chapter('it is changed, tested and published again', async () => {
        await hand.open(/^To the studio$/)
        await arrive(page, /^Version 1/)
        await hand.to(/^Versions$/)
        await hand.press('ArrowLeft')
        await expect(page.getByRole('link', { name: 'Edit version 1' })).toBeVisible()
        await hand.open(/^Edit version 1$/)
        await arrive(page, 'Listing')
        await hand.write(/^Description$/, 'Your photo by day or by night.')
        await hand.open(/^Time of day/)
        await hand.open(/^Advanced$/)
        await hand.write(/^Key$/, 'daylight')
        await hand.write(/^A remix costs, in dollars$/, '6')
        await runTest(page, hand, 'Printed in navy ink', async () => {
          await hand.to(/^By day$/)
          await hand.press('ArrowDown')
        })
        await hand.open(/^Go on to publishing…$/)
        await expect(dialog.getByText('Price $4.50 → $6.00')).toBeVisible()
        await hand.write(/^What is new/, 'At night too')
        await hand.open(/^Publish version 2 at \$6\.00$/)
        await hand.rest(PUBLISH_SECONDS, () =>
          expect(dialog.getByText(/version 2, is live/)).toBeVisible(),
        )
      })

      await chapter('it is rolled back', async () => {
        await hand.open(/^To the studio$/)
        await arrive(page, /^Version 2/)
        await hand.open(/^Compare versions$/)
        await expect(page.getByText('Price $4.50 → $6.00')).toBeVisible()
        await inspect(page)
        await hand.open(/^Publish version 1 again$/)
        await hand.open(/^Publish version 3$/)
        await hand.rest(PUBLISH_SECONDS, () =>
          expect(page.getByRole('heading', { name: /^Version 3/ })).toBeVisible(),
        )
        await shop.reload()
        await expect(shop.getByText('$4.50').first()).toBeVisible()
        await expect(shop.getByText('Your photo in two inks, on film.').first()).toBeVisible()
        await fan.close()
      })

      const { seconds } = hand.count()
      await chapter('the film of it is written', async () => {
        await film.see(seconds)
        await film.write(testInfo.outputPath('slow-hand.mp4'), seconds)
      })
      expect(seconds).toBeLessThan(240)
    },
  )
})
