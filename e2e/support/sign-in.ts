import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

export async function openMenu(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
}

/** Signs in through the navigation bar and the development identity page. */
export async function signIn(
  page: Page,
  email: string,
  options: { admin?: boolean } = {},
): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('banner').getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  if (options.admin) await page.getByLabel('Sign in as an administrator').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/workflows')
}
