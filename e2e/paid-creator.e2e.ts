import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { PayoutView } from '@vignette/contract/payouts.ts'
import { chapter, STORY_LIMIT_MS } from './support/chapter.ts'
import { inspect } from './support/inspect.ts'
import { fridayAfter, startTimedServer, type TimedServer } from './support/moving-clock.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { test as base, expect } from './support/test.ts'

const CREATOR = 'ada@example.com'
const DISPUTED = '4000000000000259'
/** The sandbox's bank accounts: the first sends the money back a minute after it arrived. */
const RETURNS = '000999999991'
const PAYS = '000123456789'
const MINUTES_MS = 60_000

/** Weeks pass, so the story has a server and a clock of its own. */
const test = base.extend<{ server: TimedServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives from the empty pattern that no other fixture is needed.
  server: async ({}, use, info) => {
    const server = await startTimedServer(info.outputPath('clock'))
    await use(server)
    await server.stop()
  },
  baseURL: async ({ server }, use) => use(server.address),
})

/** By then the browser has been signed out. */
async function openMoney(page: Page): Promise<void> {
  await signInAtOnce(page.request, CREATOR)
  await page.goto('/studio/money')
  await expect(page.getByRole('heading', { level: 1, name: 'Your money' })).toBeVisible()
}

async function giveAccount(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: /^(Add|Change) payout account$/ }).click()
  await page.waitForURL(/\/sandbox\/onboarding\//)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.getByLabel('Date of birth').fill('1990-01-31')
  await page.getByLabel('Bank account number').fill(number)
  await page.getByRole('button', { name: 'Save account' }).click()
  await page.waitForURL(/\/studio\/money/)
  await expect(page.getByText(`Bank account ending in ${number.slice(-4)}`)).toBeVisible()
}

const unpaid = (page: Page, sum: string) =>
  expect(
    page
      .getByRole('definition')
      .filter({ hasText: new RegExp(`^${sum.replace('$', '\\$')}$`) })
      .first(),
  ).toBeVisible()

/**
 * The newest payout's state, once the worker and the bank have done what they do at this time. A
 * command costs a start, so the answer is asked for several times after each.
 */
async function untilPayout(
  page: Page,
  server: TimedServer,
  state: PayoutView['state'],
): Promise<void> {
  const newest = async () => {
    const answer = await page.request.get('/api/v1/payouts')
    return ((await answer.json()) as { payouts: PayoutView[] }).payouts[0]
  }
  await expect(async () => {
    await server.cli('payouts', 'sweep')
    await expect.poll(newest, { timeout: 5_000 }).toMatchObject({ amount: 5_600, state })
  }).toPass()
}

/** The sealed paper of a payout, as a page to print and as a file. */
async function openStatement(page: Page): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: 'Payout of $56.00' }).first()
  const [paper] = await Promise.all([
    page.waitForEvent('popup'),
    row.getByRole('link', { name: /^Open/ }).click(),
  ])
  const title = paper.getByRole('heading', { level: 1, name: /^Statement \S+$/ })
  await expect(title).toBeVisible()
  await expect(paper.getByRole('region', { name: 'This payout', exact: true })).toContainText(
    '$56.00',
  )
  const number = (await title.textContent())?.replace('Statement ', '') ?? ''
  await expect(row).toContainText(number)
  await paper.close()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /^CSV/ }).click(),
  ])
  const csv = await readFile(await file.path(), 'utf8')
  const lines = csv.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^statement,row,posted_at,/)
  expect(lines.slice(1).every((line) => line.startsWith(`${number},`))).toBe(true)
  expect(csv).toContain(',-56.00,')
}

const inMinutes = (server: TimedServer, minutes: number) =>
  server.moveTo(new Date(server.now().getTime() + minutes * MINUTES_MS))

test.describe('weeks of a creator', { tag: ['@desktop', '@weeks'] }, () => {
  test.describe.configure({ timeout: STORY_LIMIT_MS })

  test('a creator sells, is refunded from and disputed, is paid on Friday, gets the money back from a bank, and is paid the next week', async ({
    page,
    visitor,
    createCreator,
    server,
  }, info) => {
    await chapter('three remixes are sold', async () => {
      const recipe = await visitor.publish({ name: 'Paid Poster', price: 4_000 })
      const buyers = [await createCreator(), await createCreator(), await createCreator()] as const
      await buyers[0].buy(recipe.id, { words: 'A kite' })
      await buyers[1].buy(recipe.id, { words: 'A boat' })
      await buyers[2].buy(recipe.id, { words: 'A fox' }, { card: DISPUTED })
    })

    await chapter('the creator gives an account', async () => {
      await openMoney(page)
      await unpaid(page, '$84.00')
      await giveAccount(page, RETURNS)
      await inspect(page)
    })

    await chapter('one sale is refunded', async () => {
      await page.goto('/studio/sales')
      const rows = page.getByRole('listitem').filter({ hasText: 'version 1' })
      await rows.nth(1).getByText('Pending').click()
      await page.getByRole('button', { name: 'Refund…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Refund this sale?' })
      await dialog.getByLabel('Reason').selectOption('The result is broken')
      await dialog.getByRole('button', { name: 'Refund $40.00' }).click()
      await expect(dialog).toBeHidden()
      await openMoney(page)
      await unpaid(page, '$56.00')
    })

    await chapter('the dispute is won', async () => {
      await page.goto('/studio/sales/disputes')
      await page.getByRole('link', { name: 'Play the bank of this test dispute' }).click()
      await page.getByRole('button', { name: 'Decide for the seller' }).click()
      await expect(page.getByText('The bank has given the money back.')).toBeVisible()
    })

    await chapter(
      'the sales clear after two weeks, and leave on the Friday after that',
      async () => {
        await server.moveTo(fridayAfter(server.now(), 15))
        await openMoney(page)
        await expect(page.getByText('This leaves with the next payout.')).toBeVisible()
        await untilPayout(page, server, 'in_transit')
        await page.reload()
        await expect(page.getByText('This is on the way to your bank.')).toBeVisible()
        await inspect(page)
      },
    )

    await chapter('the bank sends the money back', async () => {
      await inMinutes(server, 2)
      await untilPayout(page, server, 'paid')
      await inMinutes(server, 2)
      await untilPayout(page, server, 'returned')
      await openMoney(page)
      await expect(page.getByText(/Came back/)).toBeVisible()
      await unpaid(page, '$56.00')
      await inspect(page)
    })

    await chapter('a new bank is used after 48 hours', async () => {
      await giveAccount(page, PAYS)
      await server.moveTo(fridayAfter(server.now(), 8))
      await openMoney(page)
      await untilPayout(page, server, 'in_transit')
      await inMinutes(server, 2)
      await untilPayout(page, server, 'paid')
      await page.reload()
      await expect(page.getByText('· Arrived')).toBeVisible()
      await unpaid(page, '$0.00')
      await inspect(page)
      await openStatement(page)
    })

    await chapter('the books balance', async () => {
      const balance = await server.cli('ledger', 'balance')
      await info.attach('ledger', { body: balance, contentType: 'text/plain' })
      process.stdout.write(`${balance}\n`)
      expect(balance).toContain('Balanced: $0.00.')
    })
  })
})
