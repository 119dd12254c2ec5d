import type { Page } from '@playwright/test'
import { inspect } from './support/inspect.ts'
import { pickOption, readFocus, tabTo, typeAnew } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

/** Adds an input of a kind and names it; the focus goes to the label of a new input by itself. */
async function addInput(page: Page, kind: string, label: string): Promise<void> {
  await tabTo(page, /^A new input$/)
  await pickOption(page, kind)
  await tabTo(page, /^Add input$/)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readFocus(page)).name).toBe('Label')
  await typeAnew(page, label)
}

async function addStep(page: Page, title: string): Promise<void> {
  await tabTo(page, /^A new step$/)
  await pickOption(page, title)
  await tabTo(page, /^Add step$/)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readFocus(page)).name).toBe('What it does')
}

test('a recipe of three steps is built with the keyboard alone', async ({ page, visitor }) => {
  await page.goto('/studio/recipes/new')
  await expect(page.getByRole('heading', { name: 'New recipe' })).toBeVisible()
  await inspect(page)
  await tabTo(page, /^A blank recipe/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/studio\/drafts\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Untitled recipe' })).toBeVisible()

  await tabTo(page, /^Name of the recipe$/)
  await typeAnew(page, 'Neon noir portrait')
  await addInput(page, 'Photo', 'Your face')
  await addInput(page, 'Choice', 'Camera')
  await tabTo(page, /^Add a choice$/)
  await page.keyboard.press('Enter')
  for (const [i, words] of ['zoom-in', 'orbit'].entries()) {
    await expect.poll(async () => (await readFocus(page)).name).toBe(`Choice ${i + 1}`)
    await page.keyboard.type(words)
    if (i === 0) await page.keyboard.press('Enter')
  }
  await addStep(page, 'Stylise a picture')
  await addStep(page, 'Enlarge a picture')
  await addStep(page, 'Film a picture')
  await tabTo(page, /^Move comes from$/)
  await pickOption(page, 'From Camera')

  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const saved = await visitor.request.get(`/api/v1/drafts/${id}`)
  expect(JSON.parse(((await saved.json()) as { text: string }).text)).toMatchObject({
    name: 'Neon noir portrait',
    inputs: [
      { key: 'your_face', type: 'image' },
      { key: 'camera', type: 'select', options: ['zoom-in', 'orbit'] },
    ],
    steps: [
      { id: 'paint', first_image: '{{your_face}}' },
      { id: 'enlarge', first_image: '{{paint}}' },
      { id: 'film', first_image: '{{enlarge}}', params: { move: '{{camera}}' } },
    ],
    output: 'film',
    output_type: 'mp4',
  })
  await inspect(page, { onlyOnPhone: true })
})

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
