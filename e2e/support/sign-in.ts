import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'

export async function openMenu(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
}

/**
 * Signs in through the navigation bar and the development identity page, and takes along what the
 * visitor has made.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('banner').getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Development sign-in' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL('/workflows')
}

/** Signs in the browser behind `request` with the calls of those screens. */
export async function signInAtOnce(
  request: APIRequestContext,
  email: string,
  { admin = false } = {},
): Promise<void> {
  const start = await request.get('/api/v1/auth/google/start')
  const { redirect_url } = (await start.json()) as { redirect_url: string }
  const form = { email, ...(admin && { admin: '1' }) }
  await request.post(redirect_url, { form })
  const me = await request.get('/api/v1/auth/me')
  expect(await me.json()).toMatchObject({ email })
}
