import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a creator reads the balance, deletes the account, and adds a payout account by the link', {
  tag: '@long',
}, async ({ page, visitor, creator: buyer }) => {
  const recipe = await visitor.publish({ name: 'Paid Poster', price: 300 })
  await buyer.buy(recipe.id, { words: 'A kite' })
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  const earned = async () =>
    (await (await page.request.get('/api/v1/payouts')).json()).unpaid as number
  await expect.poll(earned).toBe(210)

  await page.goto('/profile?tab=account')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByText(/^\$2\.10 is not paid yet/)).toBeVisible()
  await inspect(page)
  await dialog.getByLabel(/to confirm/).fill('delete my account')
  await dialog.getByRole('button', { name: 'Delete account for good' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Money you left here' })).toBeVisible()
  await expect(page.getByText('$2.10').first()).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Add payout account' }).click()
  await page.waitForURL(/\/sandbox\/onboarding\//)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.getByLabel('Date of birth').fill('1990-01-31')
  await page.getByLabel('Bank account number').fill('000123456789')
  await page.getByRole('button', { name: 'Save account' }).click()
  await page.waitForURL(/\/leaving$/)
  await expect(page.getByText('Bank account ending in 6789')).toBeVisible()
  await expect(page.getByRole('button', { name: /payout account$/ })).toBeHidden()
})

test('a guest leaves an address before paying, and finds the receipt in the inbox', {
  tag: '@desktop',
}, async ({ page, creator }) => {
  const address = `${createWord()}@example.com`
  const recipe = await creator.publish({ name: 'Paid Poster', price: 300 })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('A red kite')
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: /^Complete( ·|$)/ }).click()
  await page.getByLabel('E-mail address (optional)').fill(address)
  const pay = page.getByRole('button', { name: 'Pay $3.00 Securely' })
  await expect(pay).toBeEnabled()
  await inspect(page)
  await pay.click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay $3.00' }).click()
  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  const inbox = async () => (await page.request.get('/dev/inbox')).text()
  await expect.poll(inbox).toContain(address)
  await expect.poll(inbox).toContain('Receipt: $3.00 for “Paid Poster”')
})
