import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** A page of another person, who has signed in by `request`. */
async function openPageOf(browser: Browser, request: APIRequestContext): Promise<Page> {
  const address = process.env['E2E_ADDRESS'] ?? ''
  const context = await browser.newContext({
    storageState: await request.storageState(),
    baseURL: address,
  })
  return context.newPage()
}

async function waitForCharge(page: Page, creation: string): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/v1/creations/${creation}/receipt`)
      return (await answer.json()).receipt?.state
    })
    .toBe('captured')
}

test('a buyer complains, the creator answers, the operator gives the money back', {
  tag: '@long',
}, async ({ page, browser, visitor, creator, createCreator }) => {
  const words = createWord()
  const recipe = await creator.publish({ name: `Poster of ${words}`, price: 300 })
  await signInAtOnce(creator.request, `${words}-creator@example.com`)
  const creation = await visitor.buy(recipe.id, { words: 'A quiet pond' })
  await waitForCharge(page, creation.id)

  await page.goto(`/creations/${creation.id}`)
  await page.getByRole('button', { name: 'Something is wrong' }).click()
  const dialog = page.getByRole('dialog', { name: 'Something is wrong' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Please choose one')).toBeVisible()
  await inspect(page)
  await dialog.getByLabel('It is not what I asked for').check()
  await dialog.getByLabel('In your words').fill(`There is no pond in ${words}.`)
  await dialog.getByLabel('Let the creator and us see').check()
  await dialog.getByRole('button', { name: 'Send' }).click()
  const progress = page.getByRole('region', { name: 'Something is wrong' })
  await expect(progress).toContainText('The creator may answer until')
  await inspect(page)

  const studio = await openPageOf(browser, creator.request)
  await studio.goto('/studio/sales/cases')
  await expect(studio.getByText(`There is no pond in ${words}.`)).toBeVisible()
  await expect(studio.getByRole('img', { name: 'The buyer’s creation' })).toBeVisible()
  await expect(studio.getByText('A quiet pond')).toBeVisible()
  await inspect(studio)
  await studio.getByRole('button', { name: 'Answer' }).click()
  await studio.getByLabel('Your answer').fill('The pond is behind the trees.')
  await studio.getByRole('button', { name: 'Send answer' }).click()
  await expect(studio.getByText('No case waits for you')).toBeVisible()
  await studio.goto('/notices')
  await expect(studio.getByText('A buyer says something is wrong')).toBeVisible()

  const operator = await createCreator()
  await signInAtOnce(operator.request, `${words}-admin@example.com`, { admin: true })
  const admin = await openPageOf(browser, operator.request)
  await admin.goto('/admin/cases')
  const card = admin.getByRole('listitem').filter({ hasText: words })
  await expect(card).toContainText('The pond is behind the trees.')
  await inspect(admin)
  await card.getByRole('button', { name: 'Give the money back' }).click()
  await admin.getByLabel('Sum in dollars').fill('2.50')
  await admin.getByLabel('Note to the buyer').fill('Half a pond is no pond.')
  await admin.getByRole('button', { name: 'Give back $2.50' }).click()
  await expect(card).toHaveCount(0)

  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/v1/creations/${creation.id}/receipt`)
      return (await answer.json()).receipt?.refunded
    })
    .toBe(250)
  await page.reload()
  await expect(progress).toContainText('Granted')
  await expect(progress).toContainText('Half a pond is no pond.')
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Partly refunded')
  await inspect(page)

  await signInAtOnce(page.request, `${words}-buyer@example.com`)
  await page.goto('/notices')
  await expect(page.getByText(`Your case with “Poster of ${words}” was granted`)).toBeVisible()
  await studio.reload()
  await expect(studio.getByText(/The case of a buyer of .* is closed/)).toBeVisible()
})
