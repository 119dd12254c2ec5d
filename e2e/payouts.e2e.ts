import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { letTimePass } from './support/let-time-pass.ts'
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

test('the operator previews a run, confirms its sum, and sees who was paid', {
  tag: '@desktop',
}, async ({ browser, page, visitor, creator }) => {
  const recipe = await visitor.publish({ name: 'Dear Poster', price: 2000 })
  await creator.buy(recipe.id, { words: 'A kite' })
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  const me = await (await page.request.get('/api/v1/auth/me')).json()
  const { id, handle } = me as { id: string; handle: string }

  await page.goto('/studio/money')
  await page.getByRole('button', { name: 'Add payout account' }).click()
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.getByLabel('Date of birth').fill('1990-01-31')
  await page.getByLabel('Bank account number').fill('000123456789')
  await page.getByRole('button', { name: 'Save account' }).click()
  await expect(page.getByText('Your payout account is ready.')).toBeVisible()
  await page.getByLabel('Pay out from, in dollars').fill('12')
  await page.getByRole('button', { name: 'Save minimum' }).click()
  await expect(page.getByText(/from \$12\.00 of what has cleared/)).toBeVisible()
  await letTimePass(id, 21)

  const context = await browser.newContext()
  const desk = await context.newPage()
  await signInAtOnce(desk.request, `${createWord()}@example.com`, { admin: true })
  await desk.goto('/admin')
  await desk.getByRole('link', { name: 'Payouts' }).click()
  const row = desk.getByRole('listitem').filter({ hasText: `@${handle}` })
  await expect(row.getByText('Account ready')).toBeVisible()
  await expect(row).toContainText('Pays $14.00 of $14.00 cleared')
  await inspect(desk)

  await row.getByRole('button', { name: `Hold money of @${handle}` }).click()
  await desk.getByLabel('An amount').check()
  await desk.getByLabel('Amount in dollars').fill('1.50')
  await desk.getByLabel('Reason').fill('We look at one sale.')
  await inspect(desk)
  await desk.getByRole('button', { name: 'Set hold' }).click()
  await expect(row).toContainText('Pays $12.50 of $14.00 cleared')
  await expect(row).toContainText('Held back: We look at one sale.')

  await desk.getByRole('button', { name: /^Pay \$.* now$/ }).click()
  const dialog = desk.getByRole('dialog', { name: /^Pay \$.* to \d+ creators?\?$/ })
  await dialog.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(desk.getByRole('heading', { name: /^Run of / })).toBeVisible()
  const paid = desk.getByRole('listitem').filter({ hasText: `@${handle}` })
  await expect(paid).toContainText('$12.50')
  await inspect(desk)
  await desk.getByRole('tab', { name: 'Holds' }).click()
  await desk.getByRole('button', { name: `Lift the hold of @${handle}` }).click()
  await inspect(desk)
  await desk.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
  await expect(desk.getByRole('button', { name: `Lift the hold of @${handle}` })).toBeHidden()
  await context.close()

  await page.reload()
  await expect(page.getByRole('region', { name: 'Payouts' }).getByText('$12.50')).toBeVisible()
  await expect(
    page.getByText('Payouts begin at $12.00: this waits for more.', { exact: false }),
  ).toBeVisible()
})
