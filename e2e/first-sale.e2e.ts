import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { hasPython, readMessage } from '../server/test/support/read-message.ts'
import { chapter, STORY_LIMIT_MS } from './support/chapter.ts'
import { inspect } from './support/inspect.ts'
import { openPublicServer, type PublicServer } from './support/open-public-server.ts'
import { createScreencast, NO_SCREENCAST, type Screencast } from './support/screencast.ts'
import { test as base, expect } from './support/test.ts'
import { completeRemix, expectCreation } from './support/wizard.ts'

/** The next run of journeys empties its own folder, and not this one. */
const RECORDINGS = path.resolve(import.meta.dirname, '../.cache/recordings')
const ADMIN = 'ada@example.com'
const CREATOR = 'marit@example.com'
const BUYER = 'ben@example.com'
/** With its first drawing a server starts what draws, which takes long on a busy machine. */
const FIRST_DRAWING_MS = 90_000
const CARD = '4242 4242 4242 4242'

/** A public server without an owner yet, and a browser that finds it by its name. */
const test = base.extend<{ shop: PublicServer; finds: Browser; film: Screencast }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives from the empty pattern that no other fixture is needed.
  shop: async ({}, use) => {
    const shop = await openPublicServer()
    await use(shop)
    await shop.stop()
  },
  baseURL: async ({ shop }, use) => use(shop.address),
  finds: async ({ playwright, launchOptions, shop }, use) => {
    const args = [...(launchOptions.args ?? []), `--host-resolver-rules=${shop.rule}`]
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    await use(browser)
    await browser.close()
  },
  context: async ({ finds, contextOptions }, use) => {
    const context = await finds.newContext(contextOptions)
    await use(context)
    await context.close()
  },
  film: async ({ viewport }, use, info) => {
    const isAsked = process.env['RECORD'] === '1' && viewport
    const film = isAsked ? createScreencast(viewport) : NO_SCREENCAST
    await use(film)
    await film.write(`${RECORDINGS}/first-sale-${info.project.name}.mp4`)
  },
})
test.use({ ignoreHTTPSErrors: true, expectedConsole: [/status of 503/] })

/** A setting's field, by the name that stands beside its words. */
const setting = (page: Page, name: string) => page.getByLabel(new RegExp(`\\b${name}$`))

async function tryGroup(page: Page, group: string, ...words: (string | RegExp)[]): Promise<void> {
  await page.getByRole('button', { name: `Test ${group}` }).click()
  const part = page.getByRole('region', { name: group, exact: true })
  for (const each of words) await expect(part.getByText(each)).toBeVisible()
}

/** Through the issuer, which knows who sits there, and back to the page where it began. */
async function signInAs(page: Page, { issuer }: PublicServer, email: string): Promise<void> {
  issuer.account = { sub: email, email, email_verified: true }
  const back = page.waitForResponse((answer) => answer.url().includes('/auth/google/callback'))
  await page.getByRole('main').getByRole('button', { name: 'Continue with your account' }).click()
  await back
}

/** Axe in both colour schemes at both sizes: no other journey opens these screens. */
async function look(page: Page): Promise<void> {
  await inspect(page, { onlyOnPhone: true })
  await page.emulateMedia({ colorScheme: null })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.describe('a public server from nothing to its first sale', { tag: '@long' }, () => {
  test.describe.configure({ timeout: STORY_LIMIT_MS })

  test('is set up, sells and counts its first sale in browsers alone', async ({
    page,
    finds,
    contextOptions,
    shop,
    film,
  }) => {
    const issuer = new URL(shop.issuer.url).host

    await chapter('its owner sets it up with the code of the log', async () => {
      await film.follow(page)
      const code = await shop.read(/enter (\S+);/)
      await page.goto('/')
      await page.getByRole('link', { name: 'sets it up here' }).click()
      await look(page)
      await page.getByLabel('Code').fill(code)
      await page.getByRole('button', { name: 'Continue' }).click()

      await setting(page, 'SHOP_NAME').fill('Ada’s Kiosk')
      await setting(page, 'OPERATOR_CONTACT').fill(ADMIN)
      await setting(page, 'OPERATOR_ADDRESS').fill('1 Long Lane\nLondon')

      await setting(page, 'ADMIN_EMAILS').fill(ADMIN)
      await setting(page, 'OIDC_ISSUER').fill(shop.issuer.url)
      await setting(page, 'OIDC_CLIENT_ID').fill(shop.issuer.env['OIDC_CLIENT_ID'] ?? '')
      await setting(page, 'OIDC_CLIENT_SECRET').fill('not the secret')
      await tryGroup(page, 'Sign-in', /refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET/)
      await setting(page, 'OIDC_CLIENT_SECRET').fill(shop.issuer.env['OIDC_CLIENT_SECRET'] ?? '')
      await tryGroup(page, 'Sign-in', `${issuer} answers and takes the client`)

      await setting(page, 'STRIPE_SECRET_KEY').fill(shop.stripe.secretKey)
      await setting(page, 'STRIPE_PUBLISHABLE_KEY').fill('pk_test_of_the_journey')
      await setting(page, 'STRIPE_WEBHOOK_SECRET').fill(shop.stripe.webhookSecret)
      await setting(page, 'STRIPE_CONNECT_WEBHOOK_SECRET').fill(shop.stripe.connectWebhookSecret)
      await tryGroup(page, 'Payments and payouts', 'payments: ok', 'payouts: ok')

      await setting(page, 'SMTP_URL').fill(shop.mail.url)
      await setting(page, 'MAIL_FROM').fill('post@shop.example')
      const letter = shop.mail.next()
      await tryGroup(page, 'Mail', 'mail: ok')
      expect((await letter).to).toEqual([ADMIN])

      await tryGroup(page, 'Files', 'files: ok')
      await tryGroup(page, 'Generation', 'openai: not configured')
      await setting(page, 'SEED').selectOption({ label: 'No' })
      await look(page)
      await page.getByRole('button', { name: 'Finish and open the server' }).click()
      await expect(page.getByText('The server is open')).toBeVisible()
      await look(page)
    })

    await chapter('the owner signs in as its admin', async () => {
      await page.getByRole('link', { name: 'Open the console' }).click()
      await signInAs(page, shop, ADMIN)
      await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    })

    const creator = await (await finds.newContext(contextOptions)).newPage()
    const recipe = await chapter('a creator publishes a recipe at a price', async () => {
      await film.follow(creator)
      await creator.goto('/studio')
      await signInAs(creator, shop, CREATOR)
      await expect(creator).toHaveURL('/studio')
      await creator.getByRole('link', { name: 'New recipe' }).first().click()
      await creator.getByRole('button', { name: /^A blank recipe/ }).click()
      await creator.getByLabel('Name of the recipe').fill('Harbour lights')
      await creator.getByLabel('Description').fill('A harbour at night, in your words.')
      await creator.getByLabel('A new input').selectOption({ label: 'Words' })
      await creator.getByRole('button', { name: 'Add input' }).click()
      await creator.getByLabel('Label', { exact: true }).fill('What is in it')
      await creator.getByLabel('A new step').selectOption({ label: 'Draw from words' })
      await creator.getByRole('button', { name: 'Add step' }).click()
      const prompt = creator.getByRole('textbox', { name: 'Prompt' })
      await prompt.click()
      await creator.keyboard.type('A harbour at night with /')
      await creator.keyboard.press('Enter')
      await creator.getByLabel('A remix costs, in dollars').fill('4')

      await creator.getByRole('button', { name: 'Go on to the test' }).click()
      const pane = creator.getByRole('region', { name: 'Test', exact: true })
      await pane.getByRole('textbox').first().fill('two boats')
      await pane.getByRole('button', { name: 'Run test' }).click()
      await expect(pane.getByText(/^Passed in/)).toBeVisible({ timeout: FIRST_DRAWING_MS })
      await pane.getByRole('button', { name: 'Use as sample' }).click()

      await creator.getByRole('button', { name: 'Go on to publishing…' }).click()
      const dialog = creator.getByRole('dialog')
      await dialog.getByLabel(/^I accept the terms/).check()
      await dialog.getByRole('button', { name: 'Publish at $4.00' }).click()
      await expect(dialog.getByText(/version 1, is live/)).toBeVisible()
      return dialog.getByLabel('Address of the recipe').inputValue()
    })

    await chapter('the creator says where the money goes', async () => {
      await creator.goto('/studio/money')
      await creator.getByRole('button', { name: 'Add payout account' }).click()
      await creator.getByLabel('Full name').fill('Marit Lind')
      await creator.getByLabel('Date of birth').fill('1990-01-31')
      await creator.getByLabel('Bank account number').fill('000123456789')
      await creator.getByRole('button', { name: 'Save account' }).click()
      await expect(creator.getByText('Bank account ending in 6789')).toBeVisible()
    })

    const buyer = await (await finds.newContext(contextOptions)).newPage()
    await chapter('a guest buys a picture and gets it', async () => {
      await film.follow(buyer)
      await buyer.goto(recipe)
      await buyer
        .getByRole('link', { name: /^Start Remix/ })
        .first()
        .click()
      await buyer.getByRole('textbox').fill('a lighthouse')
      await completeRemix(buyer)
      await buyer.getByLabel('E-mail address').fill(BUYER)
      await buyer.getByRole('button', { name: 'Pay $4.00 Securely' }).click()
      await expect(buyer.getByText('Test checkout', { exact: true })).toBeVisible()
      await buyer.getByLabel('Card number').fill(CARD)
      await buyer.getByLabel('Expiry').fill('12 / 34')
      await buyer.getByLabel('CVC').fill('123')
      await buyer.getByRole('button', { name: 'Pay $4.00' }).click()
      await expectCreation(buyer)
      await buyer.getByRole('button', { name: 'Keep it · $4.00' }).click()
      await expect(buyer.getByText('It is yours!').first()).toBeVisible()
      const saved = buyer.waitForEvent('download')
      await buyer.getByRole('button', { name: 'Download' }).first().click()
      expect((await readFile(await (await saved).path())).readUInt32BE(16)).toBe(1024)
    })

    // A foreign parser reads the letter.
    if (hasPython) {
      await chapter('the receipt arrives by mail and opens', async () => {
        const letters = () =>
          shop.mail.received
            .filter(({ to }) => to.includes(BUYER))
            .map(({ source }) => readMessage(source))
        await expect
          .poll(() => letters().map(({ subject }) => subject))
          .toContainEqual(expect.stringMatching(/^Receipt: \$4\.00/))
        const [link = ''] =
          /https:\/\/shop\.example\/receipt#\S+/.exec(
            letters()
              .map(({ text }) => text)
              .join(),
          ) ?? []
        await buyer.goto(link)
        await expect(buyer.getByText('$4.00').first()).toBeVisible()
      })
    }

    await chapter('the owner sees the sale, and books that balance', async () => {
      await film.follow(page)
      const pages = page.getByRole('navigation', { name: 'Admin pages' })
      await pages.getByRole('link', { name: 'Payments' }).click()
      await page.getByRole('link', { name: /Harbour lights/ }).click()
      await expect(page.getByText('Charged', { exact: true }).first()).toBeVisible()
      await pages.getByRole('link', { name: 'Margins' }).click()
      const row = page.getByRole('row', { name: /^Harbour lights/ })
      for (const sum of ['$4.00', '$2.80', '$0.42', '$0.78']) await expect(row).toContainText(sum)
      await pages.getByRole('link', { name: 'Books' }).click()
      const book = page.getByRole('region', { name: /^Book test/ })
      await expect(book.getByText('Balanced', { exact: true })).toBeVisible()
      await expect(book.getByRole('row', { name: 'Owed to creators $2.80' })).toBeVisible()
      await expect(book.getByRole('row', { name: 'At the payment vendor $3.58' })).toBeVisible()
    })

    expect(isRunning(shop.pid), 'the process that was set up is the one that sold').toBe(true)
  })
})
