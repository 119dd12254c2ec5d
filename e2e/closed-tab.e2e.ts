import type { BrowserContext, Page } from '@playwright/test'
import type { CreationItem } from '@vignette/contract/creations.ts'
import { createWord } from './support/caller.ts'
import { expect, test } from './support/test.ts'

/** The moments of a run are numbered from 0 to this one. */
const LAST_MOMENT = 19
/** How many tabs are closed, spread over the moments; each tab takes a run and several seconds. */
const TABS = Number(process.env['CLOSED_TABS'] ?? 4)

/** Starts a run in a new tab, and closes the tab after `moment` further requests and answers. */
async function closeAt(context: BrowserContext, path: string, moment: number): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(path)
  const terms = tab.getByRole('checkbox', { name: /I accept the terms/ })
  if (!(await terms.isChecked())) await terms.check()
  const isStart = (url: string) => url.endsWith('/creations')
  const started = tab.waitForResponse(
    (answer) => isStart(answer.url()) && answer.request().method() === 'POST',
  )
  await tab.getByRole('button', { name: /^Complete( ·|$)/ }).click()
  await started
  await doNext(tab, moment)
  await tab.close()
}

/** Waits for `count` further requests and answers of the tab, or until the tab shows the creation. */
function doNext(tab: Page, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count
    const step = () => left-- <= 0 && resolve()
    tab.on('request', step)
    tab.on('response', step)
    tab.on('requestfinished', step)
    tab.on('framenavigated', (frame) => frame.url().includes('/creations/') && resolve())
    step()
  })
}

test('with the tab closed at any moment, the result is found again in two clicks', {
  tag: '@desktop',
}, async ({ page, context, creator }) => {
  // Several runs, one after the other, take longer than a test usually may.
  test.slow()
  const recipe = await creator.publish({ name: createWord() })
  await page.goto('/')
  const made = async (): Promise<CreationItem[]> => {
    // The id that the browser keeps as a cookie, should the closed tab's storage be lost.
    const token = (await context.cookies()).find(({ name }) => name === 'csrf_token')
    const id = token?.value.split('.')[1]
    const answer = await page.request.get(`/api/v1/users/${id}/creations`)
    return answer.ok() ? (await answer.json()).items : []
  }
  for (let tab = 0; tab < TABS; tab++) {
    const moment = Math.round((tab * LAST_MOMENT) / (TABS - 1))
    await closeAt(context, `/workflows/${recipe.id}/remix?input.words=boat+${moment}`, moment)
    await expect.poll(async () => (await made()).length).toBe(tab + 1)
    const [newest] = await made()
    await page.goto('/')
    await page.getByRole('link', { name: 'Discover', exact: true }).first().click()
    await page
      .getByRole('link', { name: `Your creation with ${recipe.name}` })
      .first()
      .click()
    await page.waitForURL(new RegExp(`/creations/${newest?.id}$`))
    await expect(page.getByText(`boat ${moment}`, { exact: true })).toBeVisible()
  }
})
