import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.describe('the link of a letter', { tag: '@desktop' }, () => {
  // The first browser has the creation no longer, and the link takes it once.
  test.use({ expectedConsole: [/status of 404/] })

  test('brings a paid creation by its button into another browser, and then into an account', async ({
    page,
    browser,
    visitor,
    creator,
  }) => {
    const recipe = await creator.publish({ name: 'Paid Poster', price: 300 })
    const email = `${createWord()}@example.com`
    const { id } = await visitor.buy(recipe.id, { words: 'A kite' }, { email })
    const inbox = async () => (await page.request.get('/dev/inbox')).text()
    await expect.poll(inbox).toContain(email)
    const read = async () => (await inbox()).split(email)[1] ?? ''
    await expect.poll(read).toMatch(/\/claim#/)
    const link = /\/claim#[\w.-]+/.exec(await read())?.[0] ?? ''

    await page.goto(`/creations/${id}`)
    await expect(page.getByRole('region', { name: 'Your creation' })).toBeVisible()
    const elsewhere = await (await browser.newContext()).newPage()
    await elsewhere.goto(new URL(link, page.url()).href)
    await inspect(elsewhere)
    await elsewhere.getByRole('button', { name: 'Open the creation here' }).click()
    await expect(elsewhere).toHaveURL(new RegExp(`/creations/${id}$`))
    await expect(elsewhere.getByRole('region', { name: 'Your creation' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Creation not found' })).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the creation here' }).click()
    await expect(page.getByRole('alert')).toBeVisible()

    await elsewhere.goto('/workflows')
    await signIn(elsewhere, `${createWord()}@example.com`)
    await elsewhere.goto('/profile?tab=purchases')
    await elsewhere.getByRole('link', { name: 'Paid Poster', exact: true }).click()
    await expect(elsewhere).toHaveURL(new RegExp(`/creations/${id}$`))
    await elsewhere.context().close()
  })
})
