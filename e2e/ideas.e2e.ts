import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const IDEAS = ['A lighthouse by the sea', 'A castle on a hill']

test('ideas written in the builder fill the buyer’s field at a tap', { tag: '@desktop' }, async ({
  page,
  browser,
}) => {
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  await page.goto('/studio/recipes/new')
  await page.getByRole('button', { name: /^Words to picture/ }).click()
  await expect(page.getByLabel('Name of the recipe')).toHaveValue('Quiet landscapes')
  await page
    .getByRole('button', { name: /^Scene/ })
    .first()
    .click()
  const ideas = page.getByRole('textbox', { name: /^Ideas/ })
  await ideas.fill(IDEAS.join('\n'))
  await inspect(page)
  await page.getByRole('button', { name: 'Go on to the test' }).click()
  const pane = page.getByRole('region', { name: 'Test', exact: true })
  await pane.getByRole('textbox', { name: /^Scene/ }).fill('A tree in a field')
  await pane.getByRole('radio', { name: 'calm' }).check()
  await pane.getByRole('button', { name: 'Run test' }).click()
  await expect(pane.getByText(/^Passed in [0-9.]+ s/)).toBeVisible()
  await page.getByRole('button', { name: 'Go on to publishing…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /^I accept the terms/ }).check()
  await dialog.getByRole('button', { name: 'Publish, free' }).click()
  await expect(dialog.getByText(/version 1, is live/)).toBeVisible()
  const address = await dialog.getByLabel('Address of the recipe').inputValue()

  const fan = await browser.newContext()
  const shop = await fan.newPage()
  await shop.goto(`${new URL(address).pathname}/remix`)
  const field = shop.getByRole('textbox', { name: 'Scene' })
  await shop.getByRole('button', { name: IDEAS[0] }).click()
  await expect(field).toHaveValue(IDEAS[0] ?? '')
  await expect(shop.getByText('Will draw:')).toBeVisible()
  await inspect(shop)
  await shop.getByRole('button', { name: 'Surprise me' }).click()
  await expect(shop.getByRole('heading', { name: 'Your Inputs' })).toBeFocused()
  await expect(shop.getByText(IDEAS[1] ?? '')).toBeVisible()
  await inspect(shop)
  await fan.close()
})
