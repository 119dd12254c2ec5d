import { inspect } from './support/inspect.ts'
import { startServer } from './support/start-server.ts'
import { expect, test as journey } from './support/test.ts'
import { acceptAndComplete } from './support/wizard.ts'

/** A server of its own, whose prices include tax. */
const test = journey.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives from the empty pattern that no other fixture is needed.
  baseURL: async ({}, use) => {
    const server = await startServer({ seed: false, env: { STRIPE_TAX: 'true' } })
    await use(server.address)
    await server.stop()
  },
})
// The checkout refuses a payment without a country.
test.use({ expectedConsole: [/status of 422/] })

test('a buyer sees before and after paying that the price includes the tax', {
  tag: ['@desktop', '@weeks'],
}, async ({ page, creator }) => {
  const recipe = await creator.publish({ name: 'Paid Poster', price: 300 })
  await page.goto(`/workflows/${recipe.id}`)
  await expect(page.getByText('The price includes tax.')).toBeVisible()
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('A red kite over the dunes')
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await expect(page.getByText('up to $2.10')).toBeVisible()
  await expect(page.getByText('The total includes the tax of your country.')).toBeVisible()
  await inspect(page)
  await acceptAndComplete(page)
  await expect(page.getByText('Includes the tax of your country.')).toBeVisible()
  const pay = page.getByRole('button', { name: 'Pay $3.00 Securely' })
  await expect(pay).toBeEnabled()
  await inspect(page)
  await pay.click()

  await page.waitForURL(/\/sandbox\/checkout\//)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay $3.00' }).click()
  await expect(page.getByText('Choose a country.')).toBeVisible()
  await page.getByText('Tax rates, made up for tests').click()
  await expect(page.getByText('Austria: 20% VAT')).toBeVisible()
  await inspect(page)
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Country').selectOption('Austria')
  await page.getByRole('button', { name: 'Pay $3.00' }).click()

  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt.getByText('Includes VAT')).toBeVisible()
  await expect(receipt).toContainText('$0.50')
  await expect(receipt).toContainText('$1.75')
  await inspect(page)
})
