import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf, openCheckout, publish, remixNow } from '../support/acts.ts'
import { Browser } from '../support/browser.ts'
import { knowPerson, me, openSignIn, start } from '../support/issuer/open-sign-in.ts'
import { type Issuer, signInAt } from '../support/issuer/start-issuer.ts'
import { type ShiftedClock, shiftClock } from '../support/shift-clock.ts'
import type { TestApp } from '../support/start-test-app.ts'

let issuer: Issuer
let app: TestApp
let clock: ShiftedClock

beforeAll(async () => {
  const world = await openSignIn()
  app = world.app
  issuer = world.issuer
  clock = shiftClock()
  clock.change(app.ctx)
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})

interface Payouts {
  unpaid: number
  lines: { amount: number; reason: string; words: string; date: string | null }[]
}

const payoutsOf = async (browser: Browser) => (await browser.json<Payouts>('/payouts')).body

const linesOf = async (browser: Browser) =>
  (await payoutsOf(browser)).lines.map(({ reason, amount }) => `${reason} ${amount}`)

let guests = 0

/** A guest whose recipe was bought once, 15 days ago. */
async function sellAsGuest(): Promise<Browser> {
  guests += 1
  // The sandbox's own clock stands still.
  clock.hours = 0
  knowPerson(issuer, guests)
  const guest = new Browser(app.url)
  const anonymousId = `anon_${String(guests).padStart(24, '0')}`
  await idOf(guest, anonymousId)
  const recipe = await publish(guest, { price: 300 })
  const buyer = new Browser(app.url)
  const { body } = await openCheckout(buyer, recipe.id)
  const card = { number: '4242424242424242', expiry: '12/34', cvc: '123' }
  await buyer.fetch(body.url, { form: new URLSearchParams(card) })
  await remixNow(buyer, recipe.id, { session_id: body.session_id })
  await expect.poll(() => linesOf(guest)).toEqual(['new_creator 210'])
  clock.hours += 15 * 24
  return guest
}

test('what a guest earned waits for the sign-in and is the account’s afterwards, to the cent', async () => {
  const guest = await sellAsGuest()
  const { unpaid, lines } = await payoutsOf(guest)
  expect(unpaid).toBe(210)
  expect(lines).toEqual([
    { amount: 210, reason: 'sign_in', words: 'Sign in to claim this: it stays yours.', date: null },
  ])
  const stranger = new Browser(app.url)
  await signInAt(issuer, stranger)
  expect(await payoutsOf(stranger)).toMatchObject({ unpaid: 0, lines: [] })
  await signInAt(issuer, guest)
  expect((await me(guest)).status).toBe(200)
  // The account is younger than the sale, so what it is owed waits for a week.
  expect(await linesOf(guest)).toEqual(['held 210'])
  clock.hours += 7 * 24
  expect(await linesOf(guest)).toEqual(['account_missing 210'])
})

test('ten sign-ins at once claim a guest’s earnings once', async () => {
  const guest = await sellAsGuest()
  const tabs: Browser[] = []
  const returns: string[] = []
  for (let at = 0; at < 10; at++) {
    const tab = new Browser(app.url)
    for (const [name, value] of guest.cookies) tab.cookies.set(name, value)
    issuer.account = { ...issuer.account, sub: `heir-${guests}-${at}` }
    returns.push(await issuer.authorize((await start(tab)).href))
    tabs.push(tab)
  }
  await Promise.all(tabs.map((tab, at) => tab.fetch(returns[at] ?? '')))
  const sums = await Promise.all(tabs.map(async (tab) => (await payoutsOf(tab)).unpaid))
  expect(sums.toSorted((a, b) => b - a)).toEqual([210, 0, 0, 0, 0, 0, 0, 0, 0, 0])
})
