import type { Page } from '@playwright/test'
import { createWord } from './support/caller.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** Records every line of the console, errors or not, and every request for the account. */
function watch(page: Page): { lines: string[]; asked: string[] } {
  const seen = { lines: [] as string[], asked: [] as string[] }
  page.on('console', (line) => seen.lines.push(`${line.type()}: ${line.text()}`))
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/auth/me')) seen.asked.push(new URL(page.url()).pathname)
  })
  return seen
}

async function openQuietly(page: Page, place: string): Promise<void> {
  await page.goto(place, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 }), place).toHaveCount(1)
}

test('a signed-out browser logs nothing on the pages of the sitemap, and asks for no account', {
  tag: '@desktop',
}, async ({ page, request, creator }) => {
  const recipe = await creator.publish({ name: createWord() })
  const creation = await creator.make(recipe.id, { words: 'quiet' }, { public: true })
  const map = await (await request.get('/sitemap.xml')).text()
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc))
  const screens = listed
    .map(({ pathname }) => pathname)
    .filter((path) => !/[0-9a-f-]{36}|^\/@/.test(path))
  expect(screens).toEqual(['/', '/workflows', '/creations', '/terms', '/privacy', '/verify'])
  const seen = watch(page)
  for (const place of [
    ...screens,
    `/workflows/${recipe.id}`,
    `/workflows/${recipe.id}/remix`,
    `/workflows/${recipe.id}/batch`,
    `/creations/${creation.id}`,
    '/workflows/create',
    '/assistants',
  ])
    await openQuietly(page, place)
  expect(seen).toEqual({ lines: [], asked: [] })
})

test.describe('after a sign-out', { tag: '@desktop' }, () => {
  // The callback page asks even where no account has signed in, and the browser logs the refusal.
  test.use({ expectedConsole: [/status of 401/] })

  test('after signing out only the callback page asks for the account', async ({ page }) => {
    await page.goto('/workflows')
    await signIn(page, `${createWord()}@example.com`)
    await page.getByRole('link', { name: 'Your profile' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Continue with Google' }),
    ).toBeVisible()
    const seen = watch(page)
    for (const place of ['/', '/workflows', '/terms']) await openQuietly(page, place)
    expect(seen).toEqual({ lines: [], asked: [] })
    await page.goto('/auth/callback')
    await expect(page).toHaveURL('/')
    expect(seen.asked).toEqual(['/auth/callback'])
  })
})
