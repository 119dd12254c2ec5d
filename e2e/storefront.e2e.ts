import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a creator arranges a storefront; a stranger comes from a card, and by its earlier name', async ({
  page,
  visitor,
  browser,
  creator,
}) => {
  const [first, second] = [createWord(), createWord()]
  const recipe = await visitor.publish({ name: `Riso poster ${first}` })
  await visitor.publish({ name: `Paper boat ${second}` })
  await creator.make(recipe.id, { words: 'A kite' }, { public: true })
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  const rename = async (username: string) => {
    const token = (await page.context().cookies()).find(({ name }) => name === 'csrf_token')
    const headers = { 'x-csrf-token': token?.value ?? '' }
    const answer = await page.request.put('/api/v1/users', { data: { username }, headers })
    expect(answer.status()).toBe(200)
  }
  const handle = `marit.${first}`
  await rename(`early.${first}`)
  await rename(handle)

  await page.goto('/studio/storefront')
  await page.getByLabel('First line').fill('Posters of the north, printed in two colours.')
  await page.getByLabel('Second line').fill('A new one each Friday.')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('Name of link 1').fill('My shop')
  await page.getByLabel('Address of link 1').fill('https://shop.example.com/north')
  await page.getByLabel('Featured recipe').selectOption({ label: `Riso poster ${first}` })
  await inspect(page)
  await page.getByRole('button', { name: 'Save storefront' }).click()
  await expect(page.getByText('Storefront saved')).toBeVisible()
  await page.getByRole('link', { name: 'Open the page' }).click()
  await expect(page).toHaveURL(`/@${handle}`)
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()

  const context = await browser.newContext({ javaScriptEnabled: false })
  const stranger = await context.newPage()
  const answer = await stranger.goto(`/@early.${first}?via=bio`)
  expect(answer?.request().redirectedFrom()?.url()).toContain(`/@early.${first}`)
  await expect(stranger).toHaveURL(`/@${handle}?via=bio`)
  // The page as the server sends it, without scripts.
  await expect(stranger.getByRole('heading', { level: 1, name: `@${handle}` })).toBeVisible()
  await expect(stranger.getByText('A new one each Friday.')).toBeVisible()
  await expect(stranger.getByRole('heading', { name: `Riso poster ${first}` })).toBeVisible()
  // A recipe's earlier address leads to its page under the present one.
  const present = `/@${handle}/riso-poster-${first}`
  await stranger.goto(`/@early.${first}/Riso-Poster-${first}?via=bio`)
  await expect(stranger).toHaveURL(`${present}?via=bio`)
  await expect(
    stranger.getByRole('heading', { level: 1, name: `Riso poster ${first}` }),
  ).toBeVisible()
  await context.close()

  await page.goto(present)
  await page.getByRole('link', { name: 'Start Remix' }).click()
  await expect(page).toHaveURL(new RegExp(`/workflows/${recipe.id}/remix`))

  await page.goto(`/workflows?q=${second}`)
  await page.getByRole('link', { name: `@${handle}` }).click()
  await expect(page).toHaveURL(`/@${handle}`)
  await expect(page.getByRole('heading', { name: 'Made with these recipes' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My shop shop.example.com' })).toBeVisible()
  await inspect(page)
})
