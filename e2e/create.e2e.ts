import type { Page } from '@playwright/test'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'

const editor = (page: Page) => page.locator('[contenteditable][aria-label="Recipe JSON"]')

/** The whole text; the editor renders only the visible lines. */
async function readEditor(page: Page): Promise<string> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  return page.evaluate(() => navigator.clipboard.readText())
}

async function writeEditor(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

test.beforeEach(async ({ context, page, visitor }) => {
  expect(visitor.id).toMatch(/^anon_/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/workflows/create')
  await expect(editor(page)).toBeVisible()
})

test('the example can be published unchanged, and remixed', async ({ page, visitor }) => {
  const example = JSON.parse(await readEditor(page)) as RecipeDocument
  expect(example).toMatchObject({ user_id: visitor.id, name: 'Quiet landscapes' })
  const fields = page.getByRole('region', { name: 'Required fields' })
  for (const name of ['name', 'user_id', 'price', 'cost', 'generation_time', 'steps', 'output'])
    await expect(fields.getByRole('term').getByText(name, { exact: true })).toBeVisible()
  const types = page.getByRole('region', { name: 'Example step types' })
  await types.getByText('text_to_image').first().click()
  await expect(types.getByText('"function_type": "text_to_image"').first()).toBeVisible()
  await inspect(page)

  await page.getByRole('button', { name: 'Create Workflow' }).click()
  await expect(page.getByRole('heading', { name: 'Recipe published' })).toBeFocused()
  const main = page.getByRole('main')
  await expect(main).toContainText('Quiet landscapes')
  await expect(main).toContainText('$0.00')
  await expect(main).toContainText('1 minute')
  await inspect(page)
  await page.getByRole('link', { name: 'Test Remix →' }).click()
  await expect(page.getByRole('heading', { name: 'Configure Your Remix' })).toBeVisible()
  await page.goBack()
  await expect(editor(page)).toBeVisible()
})

test("text that is not JSON is refused with the parser's message, and the place is marked", {
  tag: '@desktop',
}, async ({ page }) => {
  await writeEditor(page, '{"name": oops')
  await page.getByRole('button', { name: 'Format JSON' }).click()
  await expect(page.getByText('Invalid JSON - cannot format')).toBeVisible()
  await page.getByRole('button', { name: 'Create Workflow' }).click()
  await expect(page.getByText(/^Invalid JSON: ./)).toBeVisible()
  await expect(page.locator('.cm-lint-marker-error').first()).toBeVisible()
  await inspect(page)
  await writeEditor(page, '{"name":"A","price":0}')
  await page.getByRole('button', { name: 'Format JSON' }).click()
  expect(await readEditor(page)).toBe('{\n  "name": "A",\n  "price": 0\n}')
})

test.describe('a document that the server refuses', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 4\d\d/] })

  test('shows the error at its place', async ({ page }) => {
    const example = JSON.parse(await readEditor(page)) as RecipeDocument
    const broken = { ...example, steps: [{ ...example.steps[0], prompt: '{{ghost}}' }] }
    await writeEditor(page, JSON.stringify(broken, null, 2))
    await page.getByRole('button', { name: 'Create Workflow' }).click()
    await expect(page.getByText(/^API Error: .*HTTP 4\d\d/)).toBeVisible()
    await expect(page.getByText(/ghost/).last()).toBeVisible()
    await inspect(page)
    await writeEditor(page, JSON.stringify({ ...example, price: 20 }, null, 2))
    await page.getByRole('button', { name: 'Create Workflow' }).click()
    await expect(page.getByText(/^API Error: /)).toBeVisible()
    await writeEditor(page, JSON.stringify(example))
    await page.getByRole('button', { name: 'Create Workflow' }).click()
    await expect(page.getByRole('heading', { name: 'Recipe published' })).toBeVisible()
    await page.getByRole('button', { name: 'Create Another' }).click()
    await expect(editor(page)).toBeVisible()
  })
})

test('an example replaces the text, and undo restores the text', { tag: '@desktop' }, async ({
  page,
}) => {
  await writeEditor(page, '{"mine": true}')
  await page.getByRole('button', { name: /^Photo to painting/ }).click()
  expect(await readEditor(page)).toContain('Oil portrait')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await readEditor(page)).toBe('{"mine": true}')
})
