import { readFile } from 'node:fs/promises'
import { createWord } from './support/caller.ts'
import { PAINTED_FILM } from './support/recipes.ts'
import { expect, test } from './support/test.ts'
import { completeRemix } from './support/wizard.ts'

test('a visitor gets from Discover to a picture of their own', async ({ page, isMobile }) => {
  await page.goto('/')
  if (isMobile) await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Discover' }).first().click()
  await page.getByRole('searchbox', { name: 'Search recipes' }).fill('Places You Miss')
  await page.getByRole('link', { name: 'Places You Miss', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Places You Miss' })).toBeVisible()
  await page.getByRole('link', { name: 'Start Remix' }).first().click()

  await expect(page.getByRole('heading', { name: 'Configure Your Remix' })).toBeVisible()
  await expect(page.getByText('Step 1 of 1')).toBeVisible()
  await page.getByRole('textbox').fill('A quiet harbour at dusk, two boats, warm windows')
  await page.getByRole('button', { name: 'Review & Complete' }).click()

  await expect(page.getByRole('heading', { name: 'Your Inputs' })).toBeVisible()
  await expect(page.getByText('Please accept the terms to continue')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept Terms to Continue' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Complete' }).click()

  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Places You Miss' })).toBeVisible()
  const picture = page.getByRole('main').getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThanOrEqual(320)
  await expect(page.getByText('A quiet harbour at dusk')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).first().click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^creation-[0-9a-f-]{36}\.png$/)
  const bytes = await readFile(await saved.path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(512)
})

test('a recipe of three steps makes a film that plays', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish({ ...PAINTED_FILM, name: createWord() })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('A windmill on a hill')
  await completeRemix(page)
  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  const film = page.getByRole('main').locator('video').first()
  const played = await film.evaluate(async (element) => {
    const video = element as HTMLVideoElement
    video.muted = true
    const ended = new Promise((resolve) => {
      video.onended = resolve
    })
    video.loop = false
    await video.play()
    await ended
    return { seconds: video.currentTime, width: video.videoWidth }
  })
  expect(played.seconds).toBeCloseTo(1, 0)
  expect(played.width).toBe(256)
})
