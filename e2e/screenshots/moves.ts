import type { Page } from '@playwright/test'
import { TEST_CARD } from '@vignette/contract/money-limits.ts'

/** Goes from the first step of a recipe with one text input to the summary. */
export async function reviewRemix(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text)
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await page.getByRole('heading', { name: 'Your Inputs' }).waitFor()
}

export async function completeRemix(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Complete' }).click()
}

export async function payWithTestCard(page: Page, number = TEST_CARD): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** Fills in each input of "The Whole Orchestra" and yields after every step, for a screenshot. */
export async function* walkInputs(page: Page, photo: string): AsyncGenerator<string> {
  const next = () => page.getByRole('button', { name: /^(Continue|Review & Complete)$/ }).click()
  await page.getByRole('textbox').waitFor()
  yield 'text'
  await page.getByRole('textbox').fill('The lamplighter')
  await next()
  await page.getByText('Step 2 of 8').waitFor()
  await page.getByRole('textbox').fill('He walks the quay from lamp to lamp. '.repeat(12))
  yield 'textarea'
  await next()
  await page.getByRole('radio', { name: 'Golden' }).check()
  yield 'radios'
  await next()
  await page.getByRole('combobox').selectOption('Harbour')
  yield 'dropdown'
  await next()
  await page.getByText('Step 5 of 8').waitFor()
  yield 'image'
  await page.locator('input[type=file]').setInputFiles(photo)
  await page.getByRole('tab', { name: /crop/i }).waitFor()
  yield 'image-crop'
  await page.getByRole('tab', { name: /adjust/i }).click()
  yield 'image-adjust'
  await page.getByRole('button', { name: /^(Use|Done|Apply|Save)/ }).click()
  await page.getByRole('button', { name: 'Edit image' }).waitFor()
  yield 'image-chosen'
  await next()
  await page.getByText('Step 6 of 8').waitFor()
  yield 'video'
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await page.getByText('Step 7 of 8').waitFor()
  yield 'audio'
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await page.getByText('Step 8 of 8').waitFor()
  yield 'number'
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await page.getByRole('heading', { name: 'Your Inputs' }).waitFor()
  yield 'summary'
  await completeRemix(page)
  await page.getByRole('heading', { name: 'Secure Checkout' }).waitFor()
  yield 'paywall'
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByLabel('Card number').waitFor()
  yield 'sandbox-checkout'
}
