import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** From the last step of the wizard through the summary to the start of the run. */
export async function completeRemix(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await acceptAndComplete(page)
}

/** From the summary to the start of the run. */
export async function acceptAndComplete(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: /^Complete( ·|$)/ }).click()
}

export async function expectCreation(page: Page): Promise<void> {
  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  const picture = page.getByRole('main').getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
}
