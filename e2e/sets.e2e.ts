import { readFile } from 'node:fs/promises'
import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'
import { completeRemix } from './support/wizard.ts'

/** Three drawings in a portrait's shape, and an oil painting of the first. */
const SET = {
  steps: [
    {
      id: 'draw',
      provider: 'local',
      function_type: 'text_to_image',
      prompt: '{{words}}',
      params: { width: 256, height: 384 },
      count: 3,
    },
    {
      id: 'paint',
      provider: 'local',
      function_type: 'image_to_image',
      first_image: '{{draw}}',
      params: { style: 'oil' },
    },
  ],
  output: 'draw',
  outputs: ['draw', 'paint'],
}

test('a set comes as four pictures, which are looked through and saved one by one or as ZIP', async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish({ ...SET, name: createWord() })
  await page.goto(`/workflows/${recipe.id}`)
  await expect(page.getByText('4 files. The first: PNG, 256 × 384 px')).toBeVisible()
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('A harbour with two boats at dusk')
  await completeRemix(page)
  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)

  await expect(page.getByText('Image 1 of 4')).toBeVisible()
  const thumbnails = page.getByRole('list', { name: 'Images' }).getByRole('button')
  await expect(thumbnails).toHaveCount(4)
  await inspect(page)
  await thumbnails.nth(1).click()
  await expect(page.getByRole('img', { name: `${recipe.name}, 2 of 4` })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Image 4 of 4')).toBeVisible()

  const zip = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const saved = await zip
  expect(saved.suggestedFilename()).toMatch(/^creation-[0-9a-f-]{36}\.zip$/)
  expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK')
  const one = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Other files' }).click()
  await page.getByRole('menuitem', { name: /^File 4/ }).click()
  expect((await one).suggestedFilename()).toMatch(/-4\.png$/)

  await page.goto('/profile?tab=creations')
  await expect(page.getByRole('link').filter({ hasText: '4 files' }).first()).toBeVisible()
})

test('a swipe turns to the next file of a set', { tag: '@phone' }, async ({ page, creator }) => {
  const recipe = await creator.publish({ ...SET, name: createWord() })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('A windmill on a hill')
  await completeRemix(page)
  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  const picture = page.getByRole('button', { name: 'Enlarge the picture' })
  const box = await picture.boundingBox()
  if (!box) throw new Error('the picture is not there')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    })
  await touch('touchStart', x + 60)
  await touch('touchMove', x)
  await touch('touchMove', x - 60)
  await touch('touchEnd')
  await expect(page.getByText('Image 2 of 4')).toBeVisible()
})
