import type { Browser, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Goes from the last step of the wizard through the summary to the start of the run. */
export async function completeRemix(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await acceptAndComplete(page)
}

/** Goes from the summary to the start of the run. */
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

/** A stranger comes by a link, pays the price of a recipe that asks for a word, and waits for the creation. */
export async function buyAtLink(browser: Browser, link: string, price: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(link)
  await page
    .getByRole('link', { name: /^Start Remix/ })
    .first()
    .click()
  await page.getByRole('textbox').fill('kite')
  await completeRemix(page)
  await page.getByRole('button', { name: `Pay ${price} Securely` }).click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: `Pay ${price}` }).click()
  await expectCreation(page)
  return page
}
