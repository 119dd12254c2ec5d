import type { Page } from '@playwright/test'

/** An access token of the account that is signed in. */
export async function makeToken(page: Page): Promise<string> {
  const cookies = await page.context().cookies()
  const csrf = cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
  const answer = await page.request.post('/api/v1/users/me/tokens', {
    headers: { 'x-csrf-token': decodeURIComponent(csrf) },
    data: { label: 'a program' },
  })
  return ((await answer.json()) as { token: string }).token
}
