import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a guest’s recipe waits at the door of the studio, and is there after the sign-in', async ({
  page,
  visitor,
}) => {
  await visitor.publish({ name: 'Guest poster' })
  await page.goto('/studio')
  await expect(
    page.getByRole('heading', { level: 1, name: 'You have 1 recipe. Sign in to keep it.' }),
  ).toBeVisible()
  await inspect(page)
  await page.getByRole('main').getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Email').fill(`${createWord()}@example.com`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL('/studio')
  await expect(page.getByText('Next payout')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await inspect(page)
  await page
    .getByRole('navigation', { name: 'Studio' })
    .getByRole('link', { name: 'Recipes' })
    .click()
  await expect(page.getByRole('link', { name: 'Guest poster' })).toBeVisible()
})

test('a creator pauses, resumes, takes down and restores a recipe', { tag: '@long' }, async ({
  page,
  visitor,
  creator,
}) => {
  const recipe = await visitor.publish({ name: 'Studio poster' })
  await creator.make(recipe.id, { words: 'A kite' })
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  const view = async () =>
    (await creator.request.get(`/api/v1/workflows/${recipe.id}`)).json() as Promise<{
      paused?: boolean
      version: number
    }>

  await page.goto('/studio/recipes')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Studio poster' })
  await expect(row.getByText('Listed', { exact: true })).toBeVisible()
  await expect(row.getByText('100%')).toBeVisible()
  await inspect(page)

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'What to do with Studio poster' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await row.getByRole('button', { name: 'What to do with Studio poster' }).click()
  await expect(page.getByRole('menuitem', { name: 'Pause' })).toBeVisible()
  await inspect(page)
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(row.getByText('Paused', { exact: true })).toBeVisible()
  expect((await view()).paused).toBe(true)
  await choose('Resume unlisted')
  await expect(row.getByText('Unlisted', { exact: true })).toBeVisible()
  await choose('List')
  await expect(row.getByText('Listed', { exact: true })).toBeVisible()

  await row.getByRole('link', { name: 'Studio poster' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible()
  await inspect(page)
  await page.getByRole('tab', { name: 'Remixes' }).click()
  await expect(page.getByRole('cell', { name: 'Delivered' })).toBeVisible()
  await inspect(page)
  await page.getByRole('tab', { name: 'Share' }).click()
  await expect(page.getByLabel('The recipe’s address')).toHaveValue(
    new RegExp(`/workflows/${recipe.id}$`),
  )
  await inspect(page)

  await choose('Take down…')
  await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await creator.request.get(`/api/v1/workflows/${recipe.id}`)).status()).toBe(404)
  await page.goto('/studio/recipes?state=taken_down')
  await expect(row.getByText('It can come back until')).toBeVisible()
  await inspect(page)
  await choose('Restore')
  await expect(page.getByRole('heading', { name: 'No recipe here' })).toBeVisible()
  expect((await creator.request.get(`/api/v1/workflows/${recipe.id}`)).status()).toBe(200)
})
