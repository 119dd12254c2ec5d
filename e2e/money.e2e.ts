import type { Page } from '@playwright/test'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import type { RecipeChanges } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { runCli } from './support/run-cli.ts'
import { expect, test as journey } from './support/test.ts'
import { acceptAndComplete } from './support/wizard.ts'

/** The creator publishes a priced recipe, which the visitor of `page` buys. */
const test = journey.extend<{ publish: (changes?: RecipeChanges) => Promise<string> }>({
  publish: async ({ creator }, use) =>
    use(async (changes) => {
      const recipe = await creator.publish({ name: 'Paid Poster', price: 300, ...changes })
      return recipe.id
    }),
})

const OPTIONAL_WORDS: RecipeChanges['inputs'] = [
  { key: 'words', type: 'text', display_name: 'Words', required: false },
]

async function fillIn(page: Page, recipe: string, words: string): Promise<void> {
  await page.goto(`/workflows/${recipe}/remix`)
  await page.getByRole('textbox').fill(words)
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await acceptAndComplete(page)
}

async function openCheckout(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Secure Checkout' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay $3.00 Securely' }).click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  await expect(page.getByText('Test checkout', { exact: true })).toBeVisible()
}

async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay $3.00' }).click()
}

/** Waits for the creation's page and returns the creation's id. */
async function waitForCreation(page: Page): Promise<string> {
  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Paid Poster' })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function waitForCharge(page: Page, creationId: string): Promise<ReceiptView> {
  let receipt: ReceiptView | undefined
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/v1/creations/${creationId}/receipt`)
      receipt = (await answer.json()).receipt
      return receipt?.state
    })
    .toBe('captured')
  if (!receipt) throw new Error('there is no receipt')
  return receipt
}

async function isUnused(page: Page, recipe: string): Promise<boolean> {
  const answer = await page.request.get(`/api/v1/payment/open?workflow_id=${recipe}`)
  return (await answer.json()).payment?.state === 'authorized'
}

test('a paid remix delivers a creation, a receipt and a balanced ledger', async ({
  page,
  publish,
  isMobile,
}) => {
  const recipe = await publish()
  await fillIn(page, recipe, 'A red kite over the dunes')
  await expect(page.getByText('4242 4242 4242 4242')).toBeVisible()
  await openCheckout(page)
  await enterCard(page, '4242 4242 4242 4242')
  const creation = await waitForCreation(page)
  const receipt = await waitForCharge(page, creation)
  expect(receipt).toMatchObject({ amount: 300, creator_share: 210, platform_share: 90 })
  await page.reload()
  await expect(page.getByText('$3.00 was charged. There are no further charges.')).toBeVisible()

  // The size of a screen changes no ledger.
  if (isMobile) return
  const [ledger, balance] = await Promise.all([
    runCli('ledger', 'show', '--payment', receipt.id),
    runCli('ledger', 'balance'),
  ])
  expect(ledger).toMatch(/capture .* gateway +\$3\.00/)
  expect(ledger).toMatch(/unclaimed \S+ +\$2\.10 +70%/)
  expect(ledger).toMatch(/entries, debits \$\d+\.\d\d, credits \$\d+\.\d\d: balanced\./)
  expect(balance).toContain('Balanced: $0.00.')
})

test('creators test their own priced recipe for free, without a sale', {
  tag: '@desktop',
}, async ({ page, visitor }) => {
  const recipe = await visitor.publish({ name: 'Paid Poster', price: 300 })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('textbox').fill('A blue kite')
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await expect(page.getByText(/^This recipe is yours: next you may test it free/)).toBeVisible()
  await acceptAndComplete(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Secure Checkout' })).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'This is your own recipe: test it free' }).click()
  const creation = await waitForCreation(page)
  const answer = await page.request.get(`/api/v1/creations/${creation}/receipt`)
  expect(await answer.json()).toMatchObject({ receipt: null })
})

test('creators pay for their own recipe with test money, and sell nothing by it', {
  tag: '@desktop',
}, async ({ page, visitor }) => {
  const recipe = await visitor.publish({ name: 'Paid Poster', price: 300 })
  await fillIn(page, recipe.id, 'A green kite')
  await openCheckout(page)
  await enterCard(page, '4242 4242 4242 4242')
  const receipt = await waitForCharge(page, await waitForCreation(page))
  expect(receipt).toMatchObject({ amount: 300, creator_share: 0 })
  const ledger = await runCli('ledger', 'show', '--payment', receipt.id)
  expect(ledger).toMatch(/own_runs +\$3\.00/)
  expect(ledger).not.toMatch(/unclaimed|creator/)
})

test.describe('a refused card', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 422/] })

  test('shows the refusal, and the buyer can enter another card', async ({ page, publish }) => {
    const recipe = await publish()
    await fillIn(page, recipe, 'A lighthouse')
    await openCheckout(page)
    await enterCard(page, '4000 0000 0000 0002')
    await expect(page.getByRole('alert')).toContainText('Your card was declined.')
    await expect(page.getByRole('alert')).toContainText('Nothing was charged.')
    expect(await isUnused(page, recipe)).toBe(false)
    await enterCard(page, '4000 0000 0000 9995')
    await expect(page.getByRole('alert')).toContainText('insufficient funds')
    await enterCard(page, '4242 4242 4242 4242')
    await waitForCharge(page, await waitForCreation(page))
  })
})

test('a cancelled checkout returns to the paywall with all inputs kept', {
  tag: '@desktop',
}, async ({ page, publish }) => {
  const recipe = await publish()
  await fillIn(page, recipe, 'A quiet pond')
  await openCheckout(page)
  await page.getByRole('link', { name: 'Cancel and return' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Secure Checkout' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: '← Back to Inputs' }).click()
  await expect(page.getByText('A quiet pond')).toBeVisible()
})

test('a generation that fails after payment charges nothing, and the next run charges once', {
  tag: '@desktop',
}, async ({ page, publish }) => {
  // Drawing needs words, and this recipe's text input is optional.
  const recipe = await publish({ inputs: OPTIONAL_WORDS })
  await page.goto(`/workflows/${recipe}/remix`)
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await acceptAndComplete(page)
  await openCheckout(page)
  await enterCard(page, '4242 4242 4242 4242')
  const failed = page.getByRole('heading', { name: 'Generation Failed' })
  await expect(failed).toBeVisible()
  await expect(page.getByText('This step needs some words to work from.')).toBeVisible()
  await expect(page.getByText(/not(hing)? (was |been )?charged/i).first()).toBeVisible()
  expect(await isUnused(page, recipe)).toBe(true)

  // The run fails so fast that the screen in between may never be visible.
  const retried = page.waitForResponse((response) => response.url().endsWith('/creations'))
  await page.getByRole('button', { name: 'Try Again' }).click()
  expect((await retried).ok()).toBe(true)
  await expect(failed).toBeVisible()
  expect(await isUnused(page, recipe)).toBe(true)

  await page.getByRole('button', { name: 'Go Back' }).click()
  await page.getByRole('button', { name: 'Edit Words' }).click()
  await page.getByRole('textbox').fill('A small boat')
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await acceptAndComplete(page)
  await expect(page.getByRole('heading', { name: 'Already authorised' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const receipt = await waitForCharge(page, await waitForCreation(page))
  expect(await isUnused(page, recipe)).toBe(false)

  const [ledger, story] = await Promise.all([
    runCli('ledger', 'show', '--payment', receipt.id),
    runCli('payments', 'show', receipt.id),
  ])
  expect(ledger.match(/ capture /g)).toHaveLength(1)
  expect(ledger).toMatch(/: balanced\.\s*$/)
  expect(story.match(/payment\.unused .*outcome FAILED/g)).toHaveLength(2)
  expect(story.match(/payment\.captured/g)).toHaveLength(1)
})
