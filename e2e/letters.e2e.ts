import type { Browser, Page } from '@playwright/test'
import { createCaller, createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** A page whose browser has signed in, and the same person's calls. */
async function enter(browser: Browser, email: string) {
  const page = await (await browser.newContext()).newPage()
  await signInAtOnce(page.request, email)
  const { id } = (await (await page.request.get('/api/v1/users/me')).json()) as { id: string }
  return { page, caller: createCaller(page.request, id) }
}

const lettersTo = async (page: Page, email: string) =>
  (await (await page.request.get('/dev/inbox')).text())
    .split('<article>')
    .filter((one) => one.includes(email))
    .join('')

test('a creator writes a letter; a follower reads it and ends them, a buyer gets it by a tick', async ({
  page,
  browser,
  visitor,
}) => {
  const word = createWord()
  const handle = `marit.${word}`
  const recipe = await visitor.publish({ name: `Riso poster ${word}`, price: 300 })
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  await visitor.rename(handle)
  const [fanEmail, buyerEmail] = [`${createWord()}@example.com`, `${createWord()}@example.com`]
  const fan = await enter(browser, fanEmail)
  const buyer = await enter(browser, buyerEmail)

  await fan.page.goto(`/@${handle}`)
  await fan.page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(fan.page.getByRole('button', { name: 'Following' })).toBeVisible()
  const bought = await buyer.caller.buy(recipe.id, { words: 'A kite' })
  await buyer.page.goto(`/creations/${bought.id}`)
  const box = buyer.page.getByRole('checkbox', {
    name: `Letters from @${handle} about new recipes, twice a month at most`,
  })
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(buyer.page.getByText('Each letter has a link that ends them.')).toBeVisible()
  await inspect(buyer.page)

  await page.goto('/studio/letters')
  await expect(
    page.getByText('A letter goes to 2 people at most. You can send 2 letters now.'),
  ).toBeVisible()
  await page.getByLabel('Subject').fill('Two inks are here')
  await page.getByLabel('Letter', { exact: true }).fill('Look at https://evil.example')
  await page.getByRole('button', { name: 'Look at the letter' }).click()
  await expect(page.getByText('reads as one')).toBeVisible()
  await page
    .getByLabel('Letter', { exact: true })
    .fill('Hello!\n\nThe new posters are printed in two colours.')
  await page.getByLabel('Recipe').selectOption({ label: `Riso poster ${word}` })
  await inspect(page)
  await page.getByRole('button', { name: 'Look at the letter' }).click()
  const preview = page.getByRole('dialog', { name: 'Send this letter to 2 people at most?' })
  await expect(preview.getByRole('heading', { name: 'Two inks are here' })).toBeVisible()
  await preview.getByRole('button', { name: 'Send letter' }).click()
  await expect(page.getByText('Your letter is on its way')).toBeVisible()
  await expect(page.getByText('You can send 1 letter now.')).toBeVisible()

  const subject = `@${handle}: Two inks are here`
  await expect.poll(() => lettersTo(page, fanEmail)).toContain(subject)
  await expect.poll(() => lettersTo(page, buyerEmail)).toContain(subject)
  await fan.page.goto('/notices')
  await fan.page.getByRole('link', { name: 'Read the letter' }).click()
  await expect(fan.page.getByRole('heading', { level: 1, name: 'Two inks are here' })).toBeVisible()
  await expect(fan.page.getByRole('button', { name: 'Report' })).toBeVisible()
  await inspect(fan.page)

  const [off = ''] = /\/unsubscribe\?token=[\w.-]+/.exec(await lettersTo(page, fanEmail)) ?? []
  await fan.page.goto(off)
  await fan.page.getByRole('button', { name: 'Stop these letters' }).click()
  await expect(fan.page.getByText(`letters from @${handle}`)).toBeVisible()

  await page.reload()
  await expect(page.getByText('2 people', { exact: false }).last()).toBeVisible()
  await page.getByLabel('Subject').fill('And a third ink')
  await page.getByLabel('Letter', { exact: true }).fill('Gold.')
  await page.getByRole('button', { name: 'Look at the letter' }).click()
  await page.getByRole('button', { name: 'Send letter' }).click()
  await expect(page.getByText('You have sent 2 letters within 30 days.')).toBeVisible()
  await expect.poll(() => lettersTo(page, buyerEmail)).toContain('And a third ink')
  expect(await lettersTo(page, fanEmail)).not.toContain('And a third ink')
  for (const one of [fan, buyer]) await one.page.context().close()
})

test('a guest’s address gets letters by the button of a letter', { tag: '@desktop' }, async ({
  page,
  visitor,
  browser,
}) => {
  const word = createWord()
  const creator = await enter(browser, `${createWord()}@example.com`)
  const recipe = await creator.caller.publish({ name: `Paper boat ${word}`, price: 300 })
  await creator.caller.rename(`olga.${word}`)
  const email = `${createWord()}@example.com`
  const { id } = await visitor.buy(recipe.id, { words: 'A boat' })
  await page.goto(`/creations/${id}`)
  await page.getByRole('checkbox', { name: `Letters from @olga.${word}` }).check()
  await page.getByLabel('E-mail address for the letters').fill(email)
  await page.getByRole('button', { name: 'Ask for the letters' }).click()
  await expect(page.getByText('Look for our letter at your address')).toBeVisible()
  const link = /\/confirm#[\w.-]+/
  await expect.poll(() => lettersTo(page, email)).toMatch(link)
  const [address = ''] = link.exec(await lettersTo(page, email)) ?? []
  await page.goto(address)
  await inspect(page)
  await page.getByRole('button', { name: 'Send them to me' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Letters will come' })).toBeVisible()
  await page.goto(`/creations/${id}`)
  await expect(page.getByText('Each letter has a link that ends them.')).toBeVisible()
  await creator.page.context().close()
})
