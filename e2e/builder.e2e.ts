import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'

test('the JSON shows the same document, and what is no JSON leads to its place', async ({
  page,
  visitor,
}) => {
  expect(visitor.id).toMatch(/^anon_/)
  await page.goto('/studio/recipes/new')
  await page.getByRole('button', { name: /^Photo to painting/ }).click()
  await expect(page.getByLabel('Name of the recipe')).toHaveValue('Oil portrait')
  await page.getByRole('button', { name: 'JSON' }).click()
  const editor = page.locator('[contenteditable][aria-label="Recipe JSON"]')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{\n  "name": "Neon"\n  "price": 0\n}')
  await expect(page.getByText('Line 2: a comma is missing.')).toBeVisible()
  await page.getByRole('button', { name: 'Form' }).click()
  await expect(page.getByLabel('Name of the recipe')).toBeDisabled()
  await inspect(page)
  await page.getByRole('button', { name: 'Go there' }).click()
  await expect(editor).toBeFocused()
  await page.keyboard.type(',')
  await page.getByRole('button', { name: 'Form' }).click()
  await expect(page.getByLabel('Name of the recipe')).toHaveValue('Neon')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Name of the recipe')).toHaveValue('Oil portrait')
})
