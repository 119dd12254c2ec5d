import { createWord } from './support/caller.ts'
import { readFocus, tabTo } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { expectCreation } from './support/wizard.ts'

test('a visitor gets from search to a picture with the keyboard alone', {
  tag: '@desktop',
}, async ({ page, creator }) => {
  const word = createWord()
  const recipe = await creator.publish({
    name: word,
    inputs: [
      { key: 'words', type: 'text', display_name: 'Words' },
      { key: 'mood', type: 'text', display_name: 'Mood', options: ['calm', 'wild'] },
    ],
  })
  await page.goto('/')
  await page.keyboard.press('Tab')
  expect(await readFocus(page)).toEqual({ name: 'Skip to content', visible: true })
  await tabTo(page, /^Discover$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/workflows')
  // The URL changes before the page, and only then does the page take the focus.
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, /^Search recipes$/)
  await page.keyboard.type(word)
  await expect(page.getByRole('article')).toHaveCount(1)
  await tabTo(page, new RegExp(`^${word}$`))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/workflows/${recipe.id}`)
  await expect(page.getByRole('main')).toBeFocused()
  // Until the recipe has loaded, Tab skips its content.
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
  await tabTo(page, /^Start Remix$/)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Configure Your Remix' })).toBeVisible()
  await tabTo(page, /^Words$/)
  await page.keyboard.type('a red sun')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Mood' })).toBeFocused()
  await tabTo(page, /^Calm$/)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Wild' })).toBeChecked()
  await tabTo(page, /^Review & Complete$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your Inputs' })).toBeFocused()
  await tabTo(page, /^I accept the terms/)
  await page.keyboard.press('Space')
  await tabTo(page, /^Complete$/)
  await page.keyboard.press('Enter')
  await expectCreation(page)
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, /^Download$/)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^creation-.+\.png$/)
})

test('a dialog traps the focus and returns the focus on closing', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Become a Creator' }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Become a Creator' })
  await expect(dialog).toBeVisible()
  for (let stop = 0; stop < 6; stop++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})
