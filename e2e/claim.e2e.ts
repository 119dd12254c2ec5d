import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const LINK = /\/claim#[\w.-]+/

test.describe('the link of a letter', { tag: '@desktop' }, () => {
  // The first browser has lost the creation, and the link works once: each causes a 404.
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
    // The receipt may come before or after the letter with the link.
    const read = async () => {
      const letters = (await (await page.request.get('/dev/inbox')).text()).split('<article>')
      return letters.filter((one) => one.includes(email)).join('')
    }
    await expect.poll(read).toMatch(LINK)
    const [link = ''] = LINK.exec(await read()) ?? []

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
