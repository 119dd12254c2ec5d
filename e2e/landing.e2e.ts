import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'

const SECTIONS = [
  'Who it is for',
  'How it works for creators',
  'How it works for fans',
  'Why',
  'Features',
  'Pricing',
  'Audiences',
  'Questions',
  'Begin',
]

test('the landing page has its sections, steps, questions and live recipes', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recipes for pictures and film.')
  for (const name of SECTIONS)
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  const creators = page.getByRole('region', { name: 'How it works for creators' })
  await expect(creators.getByRole('heading', { level: 3 })).toHaveText([
    'Package',
    'Price',
    'Publish',
    'Earn',
  ])
  const fans = page.getByRole('region', { name: 'How it works for fans' })
  await expect(fans.getByRole('heading', { level: 3 })).toHaveCount(3)
  await expect(page.getByText('Creators keep 70%.')).toBeVisible()
  await expect(page.getByText('Credits and memberships are coming soon.')).toBeVisible()

  const questions = page.getByRole('region', { name: 'Questions' })
  await expect(questions.getByRole('heading', { level: 3 })).toHaveCount(4)
  const answer = questions.getByText('You can browse, pay as a guest')
  await expect(answer).toBeHidden()
  await questions.getByRole('heading', { name: 'Do I need an account to remix?' }).click()
  await expect(answer).toBeVisible()
  await inspect(page)
})

test('the displayed split of a price equals the real split', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/')
  const pricing = page.getByRole('region', { name: 'Pricing' })
  await expect(pricing.getByText('$3.00')).toBeVisible()
  await expect(pricing.getByText('$2.10')).toBeVisible()
  await pricing.getByRole('slider', { name: 'If a remix costs' }).focus()
  await page.keyboard.press('End')
  await expect(pricing.getByText('$20.00')).toBeVisible()
  await expect(pricing.getByText('$14.00')).toBeVisible()
})

test('the waitlist accepts an email address, and closing clears the form', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Become a Creator' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Become a Creator' })
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await inspect(page)
  await dialog.getByLabel('Email').fill('ada@example.com')
  await dialog.getByLabel('Name (optional)').fill('Ada')
  const sent = page.waitForRequest((request) => request.url().endsWith('/waitlist'))
  await dialog.getByRole('button', { name: 'Join the waitlist' }).click()
  expect((await sent).postData()).toBe('email=ada%40example.com&name=Ada')
  const done = page.getByRole('dialog', { name: "We'll be in touch!" })
  await expect(done).toBeVisible()
  await inspect(page)
  await page.keyboard.press('Escape')
  await expect(done).toBeHidden()
  await page.getByRole('button', { name: 'Become a Creator' }).last().click()
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test.describe('a waitlist that is slow and then fails', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 500/] })

  test('cannot be closed while sending, and shows the error', async ({ page }) => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/waitlist', async (route) => {
      await held
      await route.fulfill({ status: 500, json: { error: 'no', code: 'internal' } })
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Become a Creator' }).first().click()
    await page.getByLabel('Email').fill('ada@example.com')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Become a Creator' })
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.mouse.click(4, 4)
    await expect(dialog).toBeVisible()
    release()
    await expect(dialog.getByText('Something went wrong. Please try again.')).toBeVisible()
    await expect(dialog.getByLabel('Email')).toHaveValue('ada@example.com')
    await inspect(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})
