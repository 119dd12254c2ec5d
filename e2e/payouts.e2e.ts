import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.describe('the money page', () => {
  // The form refuses a wrong account number.
  test.use({ expectedConsole: [/status of 422/] })

  test('shows what waits after two sales, and takes a payout account', async ({
    page,
    visitor,
    creator,
  }) => {
    const recipe = await visitor.publish({ name: 'Paid Poster', price: 300 })
    for (const words of ['A kite', 'A boat']) await creator.buy(recipe.id, { words })
    await signInAtOnce(page.request, `${createWord()}@example.com`)

    await page.goto('/studio/money')
    await expect(page.getByRole('heading', { level: 1, name: 'Your money' })).toBeVisible()
    await expect(page.getByRole('note')).toContainText('This is test money')
    const waiting = page.getByRole('region', { name: 'Not paid yet' })
    await expect(waiting.getByText('$4.20')).toBeVisible()
    await inspect(page)

    await page.getByLabel('Country of your bank account').selectOption('DE')
    await page.getByRole('button', { name: 'Add payout account' }).click()
    await page.waitForURL(/\/sandbox\/onboarding\//)
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await page.getByLabel('Date of birth').fill('1990-01-31')
    await page.getByLabel('Bank account number').fill('12')
    await page.getByRole('button', { name: 'Save account' }).click()
    await expect(page.getByText('this is no test account number')).toBeVisible()
    await inspect(page)
    await page.getByLabel('Bank account number').fill('000123456789')
    await page.getByRole('button', { name: 'Save account' }).click()

    await page.waitForURL(/\/studio\/money/)
    await expect(page.getByText('Your payout account is ready.')).toBeVisible()
    await expect(page.getByText('Bank account ending in 6789')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change payout account' })).toBeVisible()
    await inspect(page)
  })
})

test('notices tell a creator of a sale', async ({ page, visitor, creator, isMobile }) => {
  const recipe = await visitor.publish({ name: 'Paid Poster', price: 300 })
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  await creator.buy(recipe.id, { words: 'A kite' })

  await page.goto('/workflows')
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await page
    .getByRole('link', { name: /^Notices/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible()
  await expect(page.getByText('Paid Poster')).toBeVisible()
  await inspect(page)
})
