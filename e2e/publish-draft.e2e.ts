import type { Page } from '@playwright/test'
import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const RECIPE = {
  name: 'Small poster',
  description: 'A small poster of a few words.',
  price: 0,
  license: 'personal',
  output_type: 'image',
  inputs: [{ key: 'words', type: 'text', display_name: 'What it shows' }],
  steps: [
    {
      id: 'draw',
      provider: 'local',
      function_type: 'text_to_image',
      prompt: '{{words}} in ink',
      params: { style: 'poster', width: 256, height: 256 },
    },
  ],
  output: 'draw',
}

/** One pane after the other on a phone; all of them beside one another elsewhere. */
async function show(page: Page, pane: 'Build' | 'Test') {
  const tab = page.getByRole('group', { name: 'Shown now' }).getByRole('button', { name: pane })
  if (await tab.isVisible()) await tab.click()
}

async function write(page: Page, recipe: object) {
  await show(page, 'Build')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const editor = page.locator('[contenteditable][aria-label="Recipe JSON"]')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(JSON.stringify(recipe, null, 2))
  await page.getByRole('button', { name: 'Form', exact: true }).click()
}

async function runTest(page: Page, words: string) {
  await show(page, 'Test')
  const pane = page.getByRole('region', { name: 'Test', exact: true })
  await pane.getByLabel('What it shows').fill(words)
  await expect(pane.getByRole('button', { name: 'Run test' })).toBeEnabled()
  await pane.getByRole('button', { name: 'Run test' }).click()
  await expect(pane.getByText(/^Passed in [0-9.]+ s, 0¢$/)).toBeVisible()
  return pane
}

test('a recipe is tested, priced, published, changed and rolled back', async ({ page }) => {
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  await page.goto('/studio/recipes/new')
  await page.getByRole('button', { name: /^A blank recipe/ }).click()
  await write(page, RECIPE)
  await expect(page.getByLabel('Name of the recipe')).toHaveValue(RECIPE.name)

  const pane = await runTest(page, 'a fox')
  await expect(pane.getByRole('img', { name: 'Product of draw' })).toBeVisible()
  await pane.getByText('Prompt of draw as sent').click()
  await expect(pane.getByText('a fox in ink')).toBeVisible()
  await pane.getByRole('button', { name: /^Use \d+ s, measured over one test$/ }).click()
  await inspect(page, { onlyOnPhone: true })

  await show(page, 'Build')
  await page.getByLabel('A remix costs, in dollars').fill('0.50')
  await expect(page.getByText('The lowest price of this recipe is $1.11')).toBeVisible()
  await page.getByLabel('A remix costs, in dollars').fill('4.50')
  await expect(page.getByText('$3.15').first()).toBeVisible()
  await inspect(page)

  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Passed, in/)).toBeVisible()
  await expect(dialog.getByText('$4.50; the lowest is $1.11')).toBeVisible()
  await inspect(page, { onlyOnPhone: true })
  await dialog.getByRole('button', { name: 'Publish at $4.50' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please accept them below')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Publish at $4.50' }).click()
  await expect(dialog.getByText(/version 1, is live/)).toBeVisible()
  const address = await dialog.getByLabel('Address of the recipe').inputValue()
  const id = address.split('/').at(-1) ?? ''
  await inspect(page, { onlyOnPhone: true })
  await dialog.getByRole('link', { name: 'To the studio' }).click()
  await expect(page).toHaveURL(new RegExp(`/studio/recipes/${id}`))

  await page.getByRole('tab', { name: 'Edit' }).click()
  await page.getByRole('link', { name: 'Edit version 1' }).click()
  await expect(page.getByLabel('Name of the recipe')).toHaveValue(RECIPE.name)
  await write(page, {
    ...RECIPE,
    price: 600,
    steps: [{ ...RECIPE.steps[0], prompt: '{{words}} in chalk' }],
  })
  await runTest(page, 'a boat')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(dialog.getByText('Price $4.50 → $6.00')).toBeVisible()
  await expect(dialog.getByText('chalk')).toBeVisible()
  // The pane still tells of the test before until the new one ends.
  await expect(dialog.getByText(/^Passed, in/)).toBeVisible()
  await dialog.getByLabel(/^What is new/).fill('In chalk')
  await dialog.getByRole('button', { name: 'Publish version 2 at $6.00' }).click()
  await expect(dialog.getByText(/version 2, is live/)).toBeVisible()
  await dialog.getByRole('link', { name: 'To the studio' }).click()

  await page.getByRole('button', { name: 'Publish version 1 again' }).click()
  await dialog.getByRole('button', { name: 'Publish version 3' }).click()
  await expect(page.getByRole('heading', { name: /^Version 3/ })).toBeVisible()
  const live = await page.request.get(`/api/v1/workflows/${id}`)
  expect(await live.json()).toMatchObject({ version: 3, price: 450 })
})
