import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { makeToken } from './support/make-token.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a person pays by the link that a program was answered with', async ({
  page,
  browser,
  creator,
}) => {
  const name = createWord()
  const recipe = await creator.publish({ name, price: 300 })
  await page.goto('/workflows')
  await signIn(page, `${createWord()}@example.com`)
  const token = await makeToken(page)
  const run = async () =>
    page.request.post(`/api/v1/workflows/${recipe.id}/creations`, {
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': name },
      data: { user_inputs: { words: 'A tent under the stars' } },
    })
  const asked = await run()
  expect(asked.status()).toBe(402)
  const { checkout_url } = (await asked.json()) as { checkout_url: string }

  const payer = await (await browser.newContext()).newPage()
  await payer.goto(checkout_url)
  await expect(payer.getByRole('heading', { name: 'Pay for a remix' })).toBeVisible()
  await expect(payer.getByText('A tent under the stars')).toBeVisible()
  await inspect(payer)
  await payer.getByRole('button', { name: 'Pay $3.00 Securely' }).click()
  await payer.getByLabel('Card number').fill('4242 4242 4242 4242')
  await payer.getByLabel('Expiry').fill('12 / 34')
  await payer.getByLabel('CVC').fill('123')
  await payer.getByRole('button', { name: 'Pay $3.00' }).click()
  await expect(payer.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await inspect(payer)
  expect((await run()).status()).toBe(200)
  await payer.reload()
  await expect(payer.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await payer.context().close()
})
