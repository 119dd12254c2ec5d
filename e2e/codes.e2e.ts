import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { acceptAndComplete } from './support/wizard.ts'

// The paywall looks up a code that does not hold, and the browser logs the answer 409.
test.use({ expectedConsole: [/status of 409/] })

test('a creator makes a code, a buyer’s link fills it in, and another code pays for a free run', {
  tag: '@long',
}, async ({ page, visitor, browser, baseURL }) => {
  const recipe = await visitor.publish({ name: `Coded ${createWord()}`, price: 450 })
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  await page.goto(`/studio/recipes/${recipe.id}?tab=promote`)
  const make = async (code: string, fill: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Make a code' }).click()
    await page.getByLabel('Code', { exact: true }).fill(code)
    await fill()
    await page.getByLabel('Uses in all').fill('1')
    await inspect(page)
    await page.getByRole('button', { name: 'Make the code' }).click()
    await expect(page.getByRole('listitem', { name: `Code ${code}` })).toContainText('0 of 1')
  }
  await make('NEON20', () => Promise.resolve())
  await make('GIFT', async () => {
    await page.getByLabel('What it gives').selectOption('Free remixes')
  })
  await inspect(page)

  const buyer = await browser.newPage(baseURL ? { baseURL } : {})
  await buyer.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 })
  await buyer.goto(`/workflows/${recipe.id}?code=neon20`)
  const why = buyer.getByText('Code NEON20: 20% off the full price of $4.50.')
  await expect(why).toBeVisible()
  await expect(buyer.getByText('$3.60 instead of $4.50')).toBeVisible()
  await inspect(buyer)
  await buyer.getByRole('link', { name: 'Start Remix' }).first().click()
  await buyer.getByRole('textbox').fill('A red kite over the dunes')
  await expect(why).toBeVisible()
  await inspect(buyer)
  await buyer.getByRole('button', { name: 'Review & Complete' }).click()
  await expect(buyer.getByRole('definition').filter({ hasText: '$2.52' })).toBeVisible()
  await inspect(buyer)
  await acceptAndComplete(buyer)
  await expect(buyer.getByRole('button', { name: 'Pay $3.60 Securely' })).toBeEnabled()
  await expect(why).toBeVisible()
  await inspect(buyer)
  await buyer.getByRole('button', { name: 'Remove code' }).click()
  await buyer.getByLabel('Code', { exact: true }).fill('nothere')
  await buyer.getByRole('button', { name: 'Apply' }).click()
  await expect(buyer.getByText('There is no code NOTHERE for this recipe.')).toBeVisible()
  await inspect(buyer)
  await buyer.getByLabel('Code', { exact: true }).fill('gift')
  await buyer.getByRole('button', { name: 'Apply' }).click()
  await buyer.getByRole('button', { name: 'Remix it free' }).click()
  await buyer.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  await buyer.close()
  await page.reload()
  await expect(page.getByRole('listitem', { name: 'Code GIFT' })).toContainText('Used up')
})
