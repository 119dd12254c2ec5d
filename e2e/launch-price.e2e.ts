import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { acceptAndComplete } from './support/wizard.ts'

test('a creator sets a launch price, and a buyer sees and pays it beside the full price', {
  tag: '@long',
}, async ({ page, visitor, browser, baseURL }) => {
  const name = `Launched ${createWord()}`
  const recipe = await visitor.publish({ name, price: 450 })
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  await page.goto(`/studio/recipes/${recipe.id}?tab=promote`)
  await page.getByRole('button', { name: 'Set a launch price' }).click()
  await page.getByLabel('A remix costs, in dollars').fill('3.00')
  await inspect(page)
  await page.getByRole('button', { name: 'Sell at this price' }).click()
  await expect(page.getByText(/The lowest price of the 30 days before was \$4\.50\./)).toBeVisible()
  await inspect(page)

  const buyer = await browser.newPage(baseURL ? { baseURL } : {})
  await buyer.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 })
  await buyer.goto(`/workflows?q=${name.split(' ')[1]}`)
  await expect(buyer.getByText('instead of $4.50, 30-day low $4.50')).toBeVisible()
  await inspect(buyer)
  await buyer.goto(`/workflows/${recipe.id}`)
  await expect(buyer.getByRole('main').getByText('$3.00 instead of $4.50').first()).toBeVisible()
  await expect(buyer.getByText(/^Launch price until .* then \$4\.50\./)).toBeVisible()
  await inspect(buyer)
  await buyer.goto(`/workflows/${recipe.id}/remix`)
  await buyer.getByRole('textbox').fill('A red kite over the dunes')
  await buyer.getByRole('button', { name: 'Review & Complete' }).click()
  await acceptAndComplete(buyer)
  const pay = buyer.getByRole('button', { name: 'Pay $3.00 Securely' })
  await expect(pay).toBeEnabled()
  await expect(buyer.getByText(/^Launch price until/)).toBeVisible()
  await inspect(buyer)
  await pay.click()
  await buyer.waitForURL(/\/sandbox\/checkout\//)
  await expect(
    buyer.getByText(/then \$4\.50\. The lowest price of the 30 days before/),
  ).toBeVisible()
  await buyer.close()
})
