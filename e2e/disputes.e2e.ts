import type { Page } from '@playwright/test'
import { createWord } from './support/caller.ts'
import { makePng } from './support/files.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const DISPUTED = '4000000000000259'
const WARNED = '4000000000005423'

/** The bank acts after the capture, which a worker makes. */
async function waitFor(page: Page, list: 'disputes' | 'warnings'): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await page.request.get('/api/v1/disputes')
      return ((await answer.json()) as Record<string, unknown[]>)[list]?.length
    })
    .toBe(1)
}

test('a disputed sale is answered with a note and a file, and won', { tag: '@long' }, async ({
  page,
  visitor,
  creator: buyer,
}) => {
  const name = `Harbour ${createWord()}`
  const recipe = await visitor.publish({ name, price: 300 })
  await buyer.buy(recipe.id, { words: 'A kite' }, { card: DISPUTED })
  // One person sells and operates here.
  await signInAtOnce(page.request, `${createWord()}@example.com`, { admin: true })
  await waitFor(page, 'disputes')

  await page.goto('/studio/sales/disputes')
  const mine = page.getByRole('article', { name: new RegExp(name) })
  await expect(mine.getByText('Needs answer')).toBeVisible()
  await expect(mine.getByText('the buyer did not make this payment')).toBeVisible()
  await expect(mine.getByText('$2.10 of $3.00 is yours and is set aside')).toBeVisible()
  await inspect(page)
  await mine.getByLabel('Your note to the bank').fill('The kite was drawn as asked for.')
  await mine.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
  await mine.getByLabel(/^One picture/).setInputFiles(makePng(300, 200))
  await expect(mine.getByRole('link', { name: 'evidence.png' })).toBeVisible()
  await inspect(page)

  await page.goto('/admin/disputes')
  await page.getByRole('button', { name: `Evidence about “${name}”` }).click()
  const evidence = page.getByRole('dialog', { name: 'Evidence for the bank' })
  await expect(evidence.getByText('The kite was drawn as asked for.')).toBeVisible()
  await expect(evidence.getByText('The finished file was delivered')).toBeVisible()
  await inspect(page)
  await evidence.getByRole('button', { name: 'Send to the bank' }).click()
  await expect(evidence.getByText('A bank takes evidence once.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await page.goto('/studio/sales/disputes')
  await expect(mine.getByText('Sent', { exact: true })).toBeVisible()
  await mine.getByRole('link', { name: 'Play the bank of this test dispute' }).click()
  await expect(page.getByText('Test bank', { exact: true })).toBeVisible()
  await expect(page.getByText('The kite was drawn as asked for.')).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Decide for the seller' }).click()
  await expect(page.getByText('The bank has given the money back.')).toBeVisible()
  await expect
    .poll(async () => {
      const answer = await page.request.get('/api/v1/disputes')
      return ((await answer.json()) as { disputes: { state: string }[] }).disputes[0]?.state
    })
    .toBe('won')
  await page.goto('/studio/sales/disputes')
  await expect(mine.getByText('$2.10 is in your balance again.')).toBeVisible()
  await inspect(page)
})

test('a sale that a bank warns of is refunded before a dispute follows', {
  tag: '@desktop',
}, async ({ page, visitor, creator: buyer }) => {
  const recipe = await visitor.publish({ name: 'Warned Poster', price: 300 })
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  await buyer.buy(recipe.id, { words: 'A kite' }, { card: WARNED })
  await waitFor(page, 'warnings')

  await page.goto('/studio/sales/disputes')
  await expect(page.getByText('A refund takes $2.10, your part, from your balance.')).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Refund $3.00 for “Warned Poster”' }).click()
  await expect(page.getByRole('heading', { name: 'No disputes' })).toBeVisible()
})
