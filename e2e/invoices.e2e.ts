import { inspect } from './support/inspect.ts'
import { runCli } from './support/run-cli.ts'
import { expect, test } from './support/test.ts'

test('a buyer puts a name on the invoice, opens it, finds the credit note of a refund, and prints the receipt alone', {
  tag: '@long',
}, async ({ page, visitor, creator }) => {
  const recipe = await creator.publish({ name: 'Paid Poster', price: 300 })
  const creation = await visitor.buy(recipe.id, { words: 'A kite' })
  await page.goto(`/creations/${creation.id}`)
  const receipt = page.getByRole('region', { name: 'Receipt' })
  // The charge follows the delivery, and a receipt that is open does not change by itself.
  await expect(async () => {
    await page.reload()
    await receipt.getByRole('button', { name: 'Get an invoice' }).click({ timeout: 2_000 })
  }).toPass()
  await receipt.getByLabel('Name or firm').fill('Ada & Söhne')
  await receipt.getByLabel('Address').fill('Hauptstr. 1\n10115 Berlin')
  await inspect(page)
  await receipt.getByRole('button', { name: 'Save for the invoice' }).click()
  await expect(receipt.getByText('Ada & Söhne')).toBeVisible()

  const opening = page.waitForEvent('popup')
  await receipt.getByRole('link', { name: /^Open the invoice of/ }).click()
  const invoice = await opening
  await expect(invoice.getByRole('heading', { level: 1 })).toHaveText(/^Invoice TEST-VI-/)
  await expect(invoice.getByText('10115 Berlin')).toBeVisible()
  await expect(invoice.getByRole('row', { name: /^Total in US dollars/ })).toContainText('$3.00')
  await inspect(invoice)
  await expect(receipt.getByLabel('Name or firm')).toBeHidden()

  const number = (await receipt.getByText(/^No\. /).textContent())?.slice(4) ?? ''
  await runCli('payments', 'refund', number, '--amount', '1.00', '--reason', 'a gift')
  await expect(async () => {
    await page.reload()
    await receipt.getByRole('button', { name: 'Get an invoice' }).click()
    await expect(receipt.getByRole('link', { name: 'Open the credit note of $1.00' })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()

  await page.goto(`/receipts/${number}`)
  await expect(receipt).toContainText('Sold by')
  const picture = page.getByRole('main').locator('img')
  await expect(picture).toBeVisible()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toContainText('Sold by')
  for (const part of ['banner', 'contentinfo'] as const) {
    await expect(page.getByRole(part)).toBeHidden()
  }
  await expect(picture).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(fetched.filter((path) => path.startsWith('/media/'))).toEqual([])
})
