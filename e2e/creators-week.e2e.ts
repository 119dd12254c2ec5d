import { FEW_PEOPLE } from '@vignette/contract/number-limits.ts'
import type { Numbers } from '@vignette/contract/numbers.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { FalStandIn } from '../server/test/support/stand-ins/fal-stand-in.ts'
import { faults } from '../server/test/support/stand-ins/vendor-stand-in.ts'
import { approveCreator } from './support/approve-creator.ts'
import { createCaller } from './support/caller.ts'
import { startTimedServer, type TimedServer } from './support/moving-clock.ts'
import { type RecountedDay, recountDays } from './support/recount-days.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { test as base, expect } from './support/test.ts'
import { settingsOf, startVendor } from './support/vendor.ts'
import { buyAtLink } from './support/wizard.ts'

/** A person's browser; the user agent of a headless browser would count as a program. */
const PERSON = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A server with a clock of its own, and with a vendor that fails on one day of the week. */
const test = base.extend<{ vendor: FalStandIn; server: TimedServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives from the empty pattern that no other fixture is needed.
  vendor: async ({}, use) => {
    const vendor = await startVendor()
    await use(vendor)
    await vendor.close()
  },
  server: async ({ vendor }, use, info) => {
    const server = await startTimedServer(info.outputPath('clock'), settingsOf(vendor))
    await use(server)
    await server.stop()
  },
  baseURL: async ({ server }, use) => use(server.address),
})
test.use({ userAgent: PERSON })

/** Noon (UTC) of the next Monday. */
function nextMonday(): number {
  const at = new Date(Date.now() + DAY_MS)
  at.setUTCHours(12, 0, 0, 0)
  return at.setUTCDate(at.getUTCDate() + ((8 - at.getUTCDay()) % 7))
}

/** The row of a day as the page's table must show it. */
const cellsOf = ({ day, visitors, runs, sales, earned }: RecountedDay) => [
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  visitors > 0 && visitors < FEW_PEOPLE ? 'Fewer than 5' : String(visitors),
  String(runs),
  String(sales),
  `$${(earned / 100).toFixed(2)}`,
]

test('a creator’s week: a link, a sale, a follow, a code used up, a vendor’s bad day, and numbers that a recount by hand confirms', {
  tag: ['@desktop', '@weeks'],
}, async ({ page, browser, createCreator, vendor, server }) => {
  const monday = nextMonday()
  const on = (day: number) => server.moveTo(new Date(monday + day * DAY_MS))
  await on(0)
  await signInAtOnce(page.request, 'marit@example.com')
  const me = (await (await page.request.get('/api/v1/auth/me')).json()) as { id: string }
  const marit = createCaller(page.request, me.id)
  await marit.rename('marit')
  const admin = await createCreator()
  await approveCreator(admin.request, me.id)
  const recipe = await marit.publish({
    name: 'Riso Poster',
    price: 4_000,
    cost: 500,
    // The server tries a failing recipe with a text of its own; this pattern refuses that text.
    inputs: [{ key: 'words', type: 'text', display_name: 'Words', pattern: '^[a-z]+$' }],
    steps: [{ id: 'make', provider: 'fal', function_type: 'text_to_image', prompt: 'A {{words}}' }],
    output: 'make',
  })
  const address = `/workflows/${recipe.id}`
  const seen = async () =>
    (await (await admin.request.get(`/api/v1${address}`)).json()) as WorkflowView

  await on(1)
  for (let at = 1; at < FEW_PEOPLE; at++) {
    const headers = { 'user-agent': `${PERSON} Edg/${at}` }
    await fetch(`${server.address}${address}?via=bio-nov`, { headers })
  }
  const fan = await buyAtLink(browser, `${address}?via=bio-nov`, '$40.00')

  await on(2)
  await signInAtOnce(fan.request, 'fan@example.com')
  await fan.goto('/@marit')
  await fan.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(fan.getByRole('button', { name: 'Following' })).toBeVisible()

  await on(3)
  await page.goto(`/studio/recipes/${recipe.id}?tab=promote`)
  await page.getByRole('button', { name: 'Make a code' }).click()
  await page.getByLabel('Code', { exact: true }).fill('LAST20')
  await page.getByLabel('Uses in all').fill('1')
  await page.getByRole('button', { name: 'Make the code' }).click()
  const code = page.getByRole('listitem', { name: 'Code LAST20' })
  await expect(code).toContainText('0 of 1')
  await (await buyAtLink(browser, `${address}?code=last20`, '$32.00')).close()
  await page.reload()
  await expect(code).toContainText('Used up')

  await on(4)
  const failedAt = server.now().getTime()
  for (let time = 0; time < 3; time++) {
    vendor.failOnce(faults.status(401, {}))
    const buying = (await createCreator()).buy(recipe.id, { words: 'kite' })
    await expect(buying).rejects.toThrow(/not available/)
  }
  await expect.poll(async () => (await seen()).failing).toBe(true)
  expect(server.now().getTime() - failedAt).toBeLessThan(MINUTE_MS)
  await fan.goto(address)
  await expect(fan.getByText('Back soon')).toBeVisible()
  // An open page asks again, which would count as a second visit on another day.
  await fan.close()
  await page.goto(`/studio/recipes/${recipe.id}`)
  await page.getByRole('status').getByRole('link', { name: 'Test it' }).click()
  const pane = page.getByRole('region', { name: 'Test', exact: true })
  await pane.getByRole('textbox').first().fill('kite')
  await pane.getByRole('button', { name: 'Run test' }).click()
  await expect(pane.getByText(/^Passed in/)).toBeVisible()
  await expect.poll(async () => (await seen()).failing).toBeUndefined()

  await on(6)
  await (await createCreator()).buy(recipe.id, { words: 'kite' })
  const dateOf = (day: number) => new Date(monday + day * DAY_MS).toISOString().slice(0, 10)
  const week = { creator: me.id, from: dateOf(0), to: dateOf(6), source: 'link:bio-nov' }
  // Charges follow the deliveries, and visits are written some seconds after the page was sent.
  await expect(async () => {
    const counted = await recountDays(server.dataDir, week)
    expect(counted.total).toMatchObject({ runs: 6, sales: 3, earned: 7_840 })
    expect(counted).toMatchObject({ source: { sales: 1, paid: 4_000 }, followers: 1 })
    expect(counted.source.visitors).toBeGreaterThanOrEqual(FEW_PEOPLE)
    const answer = await page.request.get('/api/v1/studio/numbers?range=7')
    const told = (await answer.json()) as Numbers
    expect(told.total).toEqual(counted.total)
    expect(told.sources.find(({ source }) => source === week.source)).toMatchObject({
      visitors: counted.source.visitors,
      sales: counted.source.sales,
    })
    await page.goto('/studio/numbers?range=7')
    await page.getByRole('button', { name: 'Show as table' }).click()
    const table = page.getByRole('region', { name: 'Figures of each day' })
    const cells = await table.getByRole('cell').allTextContents()
    expect(cells).toEqual(counted.days.toReversed().flatMap(cellsOf))
  }).toPass()
})
