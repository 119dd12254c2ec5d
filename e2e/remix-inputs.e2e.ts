import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'
import { completeRemix, expectCreation } from './support/wizard.ts'

test('texts, numbers and choices are each checked by their rules', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish({
    inputs: [
      { key: 'words', type: 'text', display_name: 'Words', pattern: '^[a-z ]+$' },
      { key: 'story', type: 'text', display_name: 'Story', multiline: true, max_length: 100 },
      { key: 'count', type: 'number', display_name: 'Count', min: 1, max: 5 },
      { key: 'mood', type: 'text', display_name: 'Mood', options: ['calm', 'wild', 'sad'] },
      {
        key: 'colour',
        type: 'text',
        display_name: 'Colour',
        options: ['red', 'green', 'blue', 'black', 'white', 'gold'],
      },
      { key: 'note', type: 'text', display_name: 'Note', required: false },
    ],
  })
  await page.goto(`/workflows/${recipe.id}/remix`)
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  const field = page.getByRole('textbox')
  const strip = page.getByRole('navigation', { name: 'Steps' })

  await expect(page.getByText('Step 1 of 6')).toBeVisible()
  await expect(page.getByText('0% complete')).toBeVisible()
  await expect(next).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeDisabled()
  await expect(strip.getByRole('button', { name: 'Story' })).toBeDisabled()
  await field.fill('   ')
  await expect(next).toBeDisabled()
  await field.fill('Shout')
  await next.click()
  await expect(page.getByText('Invalid format')).toBeVisible()
  await inspect(page)
  await field.fill('a red sun')
  await next.click()

  await expect(page.getByRole('heading', { name: 'Story' })).toBeFocused()
  await expect(strip.getByRole('button', { name: /^Completed: Words/ })).toBeEnabled()
  await field.fill('x'.repeat(89))
  await expect(page.getByText('89/100')).toBeVisible()
  await expect(page.getByText('Approaching the character limit')).toBeHidden()
  await field.fill('x'.repeat(90))
  await expect(page.getByText('90/100')).toBeVisible()
  await expect(page.getByText('Approaching the character limit')).toBeVisible()
  await inspect(page)
  await field.fill('x'.repeat(101))
  await next.click()
  await expect(page.getByText('Maximum 100 characters allowed')).toBeVisible()
  await field.fill('long ago')
  await next.click()

  for (const [text, fault] of [
    ['two', 'Must be a valid number'],
    ['0', 'Minimum value is 1'],
    ['6', 'Maximum value is 5'],
  ] as const) {
    await field.fill(text)
    await next.click()
    await expect(page.getByText(fault)).toBeVisible()
  }
  await field.fill('2')
  await next.click()

  await expect(page.getByRole('main').getByRole('radio')).toHaveCount(3)
  await expect(next).toBeDisabled()
  await page.getByRole('radio', { name: 'calm' }).check()
  await inspect(page)
  await next.click()

  await page.getByRole('combobox', { name: 'Colour' }).selectOption('gold')
  await inspect(page)
  await strip.getByRole('button', { name: /Words/ }).click()
  await expect(field).toHaveValue('a red sun')
  await expect(strip.getByRole('button', { name: /Colour/ })).toBeDisabled()
  for (let step = 1; step < 5; step++) await next.click()
  await expect(page.getByRole('combobox', { name: 'Colour' })).toHaveValue('gold')
  await next.click()

  await expect(page.getByText('Step 6 of 6')).toBeVisible()
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await expect(page.getByRole('heading', { name: 'Your Inputs' })).toBeFocused()
  await expect(page.getByText('100% complete')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Note' })).toContainText('Skipped')
  await expect(page.getByRole('listitem').filter({ hasText: 'Colour' })).toContainText('Gold')
})

test('the summary shows inputs to edit, price, privacy and terms', async ({
  page,
  creator,
  browser,
}) => {
  const long = `${'a red sun over the sea '.repeat(3)}end`
  const recipe = await creator.publish()
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('a blue moon')
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await page.getByRole('button', { name: 'Edit Words' }).click()
  await expect(page.getByRole('textbox')).toHaveValue('a blue moon')
  await page.getByRole('textbox').fill(long)
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await expect(page.getByText(`${long.slice(0, 50)}...`)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Cost Breakdown')
  await expect(page.getByRole('main')).toContainText('Generation Details')
  await expect(page.getByRole('main')).toContainText('about 1 minute')
  await expect(page.getByRole('button', { name: 'Accept Terms to Continue' })).toBeDisabled()
  await expect(page.getByText('Please accept the terms to continue')).toBeVisible()
  await inspect(page)
  const isPublic = page.getByRole('checkbox', { name: 'Make this creation public' })
  await expect(isPublic).not.toBeChecked()
  await isPublic.check()
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await expect(page.getByText('Please accept the terms to continue')).toBeHidden()
  await inspect(page)
  await page.getByRole('button', { name: /^Complete( ·|$)/ }).click()
  await expectCreation(page)
  await expect(page.getByRole('radio', { name: /^Public/ })).toBeChecked()
  const stranger = await browser.newContext()
  expect((await stranger.request.get(page.url())).status()).toBe(200)
  await stranger.close()
})

test('the browser’s Back leads through the wizard and out of it', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish({
    price: 200,
    inputs: [
      { key: 'words', type: 'text', display_name: 'First' },
      { key: 'more', type: 'text', display_name: 'Second' },
    ],
  })
  const heading = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible()
  await page.goto(`/workflows/${recipe.id}`)
  await page.getByRole('link', { name: 'Start Remix' }).first().click()
  await page.getByRole('textbox').fill('a red sun')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('textbox').fill('a blue moon')
  await completeRemix(page)
  await heading('Secure Checkout')
  await page.goBack()
  await heading('Your Inputs')
  await page.goBack()
  await heading('Second')
  await page.goBack()
  await heading('First')
  await page.goForward()
  await heading('Second')
  // The wizard's own Back leaves no entry behind.
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await heading('First')
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/workflows/${recipe.id}$`))
})

test('an input of an unknown type shows a message, and can be skipped if optional', {
  tag: '@desktop',
}, async ({ page, creator }) => {
  const recipe = await creator.publish({
    inputs: [
      { key: 'shape', type: 'hologram', display_name: 'Shape', required: false },
      { key: 'words', type: 'text', display_name: 'Words' },
    ],
  })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await expect(page.getByText('Unsupported input type: hologram')).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await expect(page.getByRole('heading', { name: 'Words' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page).toHaveURL(`/workflows/${recipe.id}`)
})

test('a recipe without inputs has no wizard', { tag: '@desktop' }, async ({ page, creator }) => {
  const recipe = await creator.publish({
    inputs: [],
    steps: [{ id: 'draw', provider: 'local', function_type: 'text_to_image', prompt: 'a sun' }],
  })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await expect(page.getByRole('heading', { name: 'No Steps Configured' })).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(`/workflows/${recipe.id}`)
})

test('a date is chosen in a calendar, and a number by a slider', async ({ page, creator }) => {
  const recipe = await creator.publish({
    inputs: [
      { key: 'words', type: 'number', display_name: 'The date', look: 'date', min: 19000101 },
      {
        key: 'sheets',
        type: 'number',
        display_name: 'Sheets',
        look: 'slider',
        min: 3,
        max: 16,
        value: 8,
      },
    ],
  })
  await page.goto(`/workflows/${recipe.id}/remix`)
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  const date = page.getByLabel('The date')
  await expect(next).toBeDisabled()
  await inspect(page)
  await date.fill('1899-12-31')
  await next.click()
  await expect(page.getByText('Minimum value is January 1, 1900')).toBeVisible()
  await date.fill('2019-06-14')
  const place = await next.boundingBox()
  await next.click()

  const slider = page.getByRole('slider', { name: 'Sheets' })
  await slider.press('ArrowRight')
  await expect(page.getByText('9', { exact: true })).toBeVisible()
  await inspect(page)
  // The look at narrow windows scrolled the page.
  const last = page.getByRole('button', { name: 'Review & Complete' })
  await expect.poll(async () => (await last.boundingBox())?.y).toBe(place?.y)
  await page.reload()
  await expect(slider).toHaveAttribute('aria-valuetext', '9')
  const sent = page.waitForRequest((request) => request.url().endsWith('/creations'))
  await completeRemix(page)
  expect((await sent).postDataJSON()).toMatchObject({ user_inputs: { words: 20190614, sheets: 9 } })
  await expectCreation(page)
  await expect(page.getByText('June 14, 2019').first()).toBeVisible()
})
