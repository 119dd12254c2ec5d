import { createCaller, createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { makeToken } from './support/make-token.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// The browser logs the refused call of a stranger.
test.use({ expectedConsole: [/status of 401/] })

/** The reader’s maker nests a link in a button, and leaves its filter out of its landmarks. */
const MAKERS = ['nested-interactive', 'region']

test('a reader of the API tries a call, and one with a token; the cookies stay out of it', async ({
  page,
}) => {
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  const me = (await (await page.request.get('/api/v1/users/me')).json()) as { id: string }
  const recipe = await createCaller(page.request, me.id).publish({ name: createWord() })
  const hosts = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).host)
  })
  const noSideScroll = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    )
  await page.goto('/api/v1/docs')
  await expect(page.getByRole('heading', { level: 1, name: /^Vignette API/ })).toBeVisible()
  await expect(page.locator('.opblock-tag').first()).toBeVisible()
  await inspect(page, { except: MAKERS })

  const open = async (tag: string, name: string) => {
    await page.locator(`#operations-tag-${tag}`).click()
    const call = page.locator(`#operations-${tag}-${name}`)
    await call.locator('.opblock-summary-control').click()
    await call.getByRole('button', { name: 'Try it out' }).click()
    return call
  }
  const list = await open('Workflows', 'listWorkflows')
  await list.getByRole('button', { name: 'Execute' }).click()
  const answer = list.locator('.live-responses-table')
  await expect(answer).toContainText('200')
  await expect(answer).toContainText(recipe.name)
  await noSideScroll()

  const own = await open('Account', 'getMe')
  await own.getByRole('button', { name: 'Execute' }).click()
  await expect(own.locator('.live-responses-table')).toContainText('401')

  const token = await makeToken(page)
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.getByLabel('auth-bearer-value').fill(token)
  await page.getByRole('button', { name: 'Apply credentials' }).click()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await own.getByRole('button', { name: 'Execute' }).click()
  await expect(own.locator('.live-responses-table')).toContainText(me.id)
  await noSideScroll()
  expect([...hosts]).toEqual([new URL(page.url()).host])
})
