import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const LONG =
  'A poster with a name that is far longer than any screen of a phone is wide, in two colours'

test.use({ expectedConsole: [/status of 403/] })

test('a creator sees three sales and refunds one in part; its buyer reads why', {
  tag: '@long',
}, async ({ page, browser, visitor, creator }) => {
  const recipe = await visitor.publish({ name: LONG, price: 300 })
  const bought = []
  for (const words of ['A kite', 'A boat', 'A shoe']) {
    bought.push(await creator.buy(recipe.id, { words }))
  }
  const last = bought.at(-1)?.id ?? ''
  const receipt = async () =>
    (await (await creator.request.get(`/api/v1/creations/${last}/receipt`)).json()).receipt
  await expect.poll(async () => (await receipt()).state).toBe('captured')
  const email = `${createWord()}@example.com`
  await signInAtOnce(page.request, email)

  await page.goto('/studio/money')
  await page
    .getByRole('navigation', { name: 'Studio' })
    .getByRole('link', { name: 'Sales' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
  await expect(page.getByText('$9.00')).toBeVisible()
  await expect(page.getByText('$6.30')).toBeVisible()
  const rows = page.getByRole('listitem').filter({ hasText: 'version 1' })
  await expect(rows).toHaveCount(3)
  await inspect(page)

  await rows.first().getByText('Pending').click()
  await expect(rows.first().getByText('Yours: $2.10, 70% of $3.00.')).toBeVisible()
  await inspect(page)
  await rows.first().getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this sale?' })
  await dialog.getByLabel('A part').check()
  await dialog.getByLabel('Amount in dollars').fill('1.00')
  await dialog.getByLabel('Reason').selectOption('The result is broken')
  await dialog.getByLabel('Note to the buyer (optional)').fill('The shoe has no sole. Sorry!')
  await expect(dialog.getByText('The buyer gets $1.00 back: $0.70 from your balance')).toBeVisible()
  await inspect(page)
  // A test cannot wait ten minutes, so the page gets the refusal; all other answers come from the
  // server.
  await page.route('**/api/v1/sales/*/refunds', (route) =>
    route.fulfill({ status: 403, json: { error: 'again', code: 'fresh_sign_in_required' } }),
  )
  await dialog.getByRole('button', { name: 'Refund $1.00' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again to go on' })
  await expect(again).toBeVisible()
  await inspect(page)
  await page.unrouteAll()
  await again.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL('/studio/sales')
  await expect(dialog.getByLabel('Note to the buyer (optional)')).toHaveValue(/no sole/)
  await dialog.getByRole('button', { name: 'Refund $1.00' }).click()
  await expect(dialog).toBeHidden()
  await rows.first().getByText('Partly refunded').click()
  await expect(page.getByText('$5.60')).toBeVisible()
  await expect(rows.first().getByText('$1.00 refunded by you: the result is broken.')).toBeVisible()

  await page.getByLabel('State').selectOption('Refunded')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('State').selectOption('Disputed')
  await expect(page.getByRole('heading', { name: 'No sale fits' })).toBeVisible()
  await inspect(page)

  const context = await browser.newContext({
    storageState: await creator.request.storageState(),
    viewport: page.viewportSize(),
  })
  const there = await context.newPage()
  await there.goto(new URL(`/creations/${last}`, page.url()).href)
  const paper = there.getByRole('region', { name: 'Receipt' })
  await expect(paper).toContainText('The creator refunded this: the result is broken.')
  await expect(paper).toContainText('The shoe has no sole. Sorry!')
  await inspect(there)
  await context.close()
})
