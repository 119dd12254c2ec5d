import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const LONG =
  'A poster with a name that is far longer than any screen of a phone is wide, in two colours'

test('a creator reads who came by a link, what was sold and what it earned', {
  tag: '@long',
}, async ({ page, browser, visitor, creator }) => {
  const recipe = await visitor.publish({ name: LONG, price: 300 })
  // A person's browser; the user agent of a headless browser would count as a program.
  const userAgent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  const stranger = await browser.newContext({ userAgent })
  const other = await stranger.newPage()
  await other.goto(`/go/${recipe.id.slice(-12)}?via=bio-nov`)
  const kept = async () =>
    (await stranger.cookies()).find(({ name }) => name === 'came_from')?.value ?? ''
  await expect.poll(kept).toContain('link:bio-nov')
  await stranger.close()
  const { id } = await creator.buy(recipe.id, { words: 'A kite' })
  const receipt = async () =>
    (await (await creator.request.get(`/api/v1/creations/${id}/receipt`)).json()).receipt
  await expect.poll(async () => (await receipt()).state).toBe('captured')
  await signInAtOnce(page.request, `${createWord()}@example.com`)

  // Visits are written some seconds after the page was sent.
  await expect(async () => {
    await page.goto('/studio/numbers')
    await expect(page.getByText('Your link “bio-nov”')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name: 'Numbers' })).toBeVisible()
  await expect(page.getByRole('img', { name: /\$2\.10/ })).toBeVisible()
  await expect(page.getByText('Began the form')).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('region', { name: 'Figures of each day' })).toBeVisible()
  await inspect(page)
  await page.getByRole('link', { name: LONG }).click()
  await expect(page.getByRole('tab', { name: 'Numbers' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/range=7/)
  await inspect(page)

  await page.getByRole('tab', { name: 'Share' }).click()
  await page.getByLabel('Name of a new link').fill('Bio Nov')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = page.getByRole('listitem', { name: 'Link bio-nov' })
  await expect(link).toContainText('Fewer than 5')
  await link.getByRole('button', { name: 'Show QR code' }).click()
  await expect(link.getByRole('img')).toBeVisible()
  await inspect(page)
})
