import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { count, isNotNull, ne } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { forgetInputs } from '../../src/features/payments/forget-inputs.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { principals } from '../../src/schema/identity.ts'
import { cancelledRuns, payments } from '../../src/schema/payments.ts'
import {
  type Checkout,
  enterCard,
  openCheckout,
  pay,
  publish,
  type Refusal,
  remix,
  sessionOf,
} from '../support/acts.ts'
import { type Answer, Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { GOOD_CARDS } from '../support/money/good-cards.ts'
import { createScriptedProvider } from '../support/scripted-provider.ts'
import { type ShiftedClock, shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const [CARD = '', OTHER = ''] = GOOD_CARDS

let app: TestApp
let clock: ShiftedClock
afterEach(() => app.close())

/** A recipe of $3.00 whose runs either fail at once or never end by themselves. */
async function open(
  cost: number,
  change: { fails?: boolean; loopback?: boolean } = {},
): Promise<string> {
  clock = shiftClock()
  app = await startTestApp({
    change: (ctx) => {
      clock.change(ctx)
      ctx.config = { ...ctx.config, loopback: change.loopback ?? false }
    },
    env: UNLIMITED_RATES,
    providers: [
      createScriptedProvider({
        cents: cost,
        start: async () => {
          if (change.fails) throw new ProviderError('refused', 'No.', { retryable: false })
          return { state: 'running', operation: { id: 'endless' }, checkAfterMs: 1_000_000 }
        },
      }),
    ],
  })
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  await app.ctx.db.update(principals).set({ approvedCreatorAt: new Date() })
  return (
    await publish(creator, {
      price: 300,
      cost,
      accept_creator_terms: CREATOR_TERMS_VERSION,
    })
  ).id
}

const authorize = (buyer: Browser, workflowId: string, card = CARD) =>
  pay(buyer, workflowId, {}, card)

const run = (buyer: Browser, workflowId: string, sessionId: string) =>
  remix(buyer, workflowId, { session_id: sessionId })

async function release(buyer: Browser, sessionId: string): Promise<void> {
  const { payment } = (await sessionOf(buyer, sessionId)).body
  const released = await buyer.json(`/payment/${payment.id}/release`, { method: 'POST' })
  expect(released.status).toBe(200)
}

async function cancel(buyer: Browser, jobId: string): Promise<void> {
  const ended = await buyer.json(`/jobs/${jobId}`, { method: 'DELETE' })
  expect(ended.status).toBe(200)
}

/** Pays, runs, cancels and releases, the given number of times. */
async function cancelRuns(buyer: Browser, workflowId: string, times: number, card = CARD) {
  for (let time = 0; time < times; time++) {
    const sessionId = await authorize(buyer, workflowId, card)
    const { body, status } = await run(buyer, workflowId, sessionId)
    expect([status, body.error]).toEqual([200, undefined])
    await cancel(buyer, body.job_id)
    await release(buyer, sessionId)
  }
}

/** An authorisation stops further checkouts, so all of them are opened before the first is paid. */
async function payAtOnce(buyer: Browser, workflowId: string, times: number): Promise<string[]> {
  const opened: Checkout[] = []
  for (let time = 0; time < times; time++) opened.push((await openCheckout(buyer, workflowId)).body)
  for (const { url } of opened) expect((await enterCard(url)).status).toBe(303)
  return opened.map(({ session_id: sessionId }) => sessionId)
}

const guest = () => new Browser(app.url)

async function account(name: string): Promise<Browser> {
  const browser = new Browser(app.url)
  await signIn(browser, `${name}@example.com`)
  return browser
}

const saidOf = ({ status, body }: Answer<Refusal>) => [status, body.code, body.error]
const SIGN_IN = 'Sign in to begin another one now, or come back after midnight UTC.'
const IN_BROWSER = [
  403,
  'sign_in_required',
  `Two remixes of recipes that cost us money were cancelled today in this browser. ${SIGN_IN}`,
]

test('a visitor with two costly cancelled runs is refused before paying, ten times at once; other visitors, an account and the next day are not', async () => {
  const id = await open(4)
  const visitor = guest()
  await cancelRuns(visitor, id, 2)
  const before = await app.ctx.db.$count(payments)
  const answers = await Promise.all(Array.from({ length: 10 }, () => openCheckout(visitor, id)))
  for (const answer of answers) expect(saidOf(answer)).toEqual(IN_BROWSER)
  const wait = Number(answers[0]?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(86_400)
  expect(await app.ctx.db.$count(payments)).toBe(before)
  expect((await openCheckout(guest(), id)).status).toBe(200)
  clock.hours = 24
  expect((await openCheckout(visitor, id)).status).toBe(200)
  clock.hours = 0
  await signIn(visitor, 'visitor@example.com')
  expect((await openCheckout(visitor, id)).status).toBe(200)
})

test("on one's own machine a visitor cancels as often as they like", async () => {
  const id = await open(4, { loopback: true })
  const visitor = guest()
  await cancelRuns(visitor, id, 3)
  expect((await openCheckout(visitor, id)).status).toBe(200)
})

test('a card that paid for two such runs of two visitors is released before a third run begins', async () => {
  const id = await open(4)
  await cancelRuns(guest(), id, 1)
  await cancelRuns(guest(), id, 1)
  const third = guest()
  const sessionId = await authorize(third, id)
  const told = (await sessionOf(third, sessionId)).body
  expect(told.payment_status).toBe('unpaid')
  expect(told.payment.state).toMatch(/^release/)
  expect(told.payment.next).toContain('Nothing was charged. Sign in')
  const { status, body } = await run(third, id, sessionId)
  expect([status, body.code]).toEqual([403, 'sign_in_required'])
  expect(body.error).toContain('Nothing was charged')
  expect(saidOf(await openCheckout(third, id))[2]).toBe(
    `Two remixes of recipes that cost us money were cancelled today with the card that was used in this browser. ${SIGN_IN}`,
  )
  const other = guest()
  const held = await authorize(other, id, OTHER)
  expect((await run(other, id, held)).status).toBe(200)
  // For an account the card does not count.
  const user = await account('user')
  expect((await run(user, id, await authorize(user, id))).status).toBe(200)
})

test('twenty cancelled runs of one network ask every visitor of the network to sign in', async () => {
  const id = await open(4)
  for (const card of GOOD_CARDS.slice(0, 9)) await cancelRuns(guest(), id, 2, card)
  await cancelRuns(guest(), id, 1, GOOD_CARDS[9])
  expect((await openCheckout(guest(), id)).status).toBe(200)
  await cancelRuns(guest(), id, 1, GOOD_CARDS[9])
  expect(saidOf(await openCheckout(guest(), id))).toEqual([
    403,
    'sign_in_required',
    `20 runs of recipes that cost us money were cancelled today from your network. ${SIGN_IN}`,
  ])
  expect((await openCheckout(await account('user'), id)).status).toBe(200)
  const networks = await app.ctx.db
    .selectDistinct({ of: cancelledRuns.network })
    .from(cancelledRuns)
  expect(networks).toHaveLength(1)
  expect(networks[0]?.of).not.toContain('127.0.0.1')
})

test('an account may cancel five runs a day', async () => {
  const id = await open(4)
  const user = await account('user')
  await cancelRuns(user, id, 5)
  expect(saidOf(await openCheckout(user, id))).toEqual([
    409,
    'payment_state',
    'Five remixes of recipes that cost us money were cancelled today with this account. You can begin another one after midnight UTC.',
  ])
  clock.hours = 24
  await signIn(user, 'user@example.com')
  expect((await openCheckout(user, id)).status).toBe(200)
})

test('a cancelled run of a free workflow is not counted', async () => {
  const id = await open(0)
  const visitor = guest()
  await cancelRuns(visitor, id, 3)
  expect((await openCheckout(visitor, id)).status).toBe(200)
  expect(await app.ctx.db.$count(cancelledRuns)).toBe(0)
})

test('a run that failed on our side is not counted', async () => {
  const id = await open(4, { fails: true })
  const visitor = guest()
  // A third failure would pause the recipe.
  for (let time = 0; time < 2; time++) {
    const sessionId = await authorize(visitor, id)
    const { body } = await run(visitor, id, sessionId)
    await (await visitor.fetch(`/api/v1/jobs/${body.job_id}/events`)).text()
    expect((await sessionOf(visitor, sessionId)).body.payment.state).toMatch(/^authorized|^release/)
    if ((await sessionOf(visitor, sessionId)).body.payment.state === 'authorized')
      await release(visitor, sessionId)
  }
  expect(await app.ctx.db.$count(cancelledRuns)).toBe(0)
  expect((await openCheckout(visitor, id)).status).toBe(200)
})

/** A cancelled run keeps its authorisation until the buyer's next run, which releases the authorisation. */
async function expectLetGo(buyer: Browser, workflowId: string, sessions: string[]): Promise<void> {
  for (const sessionId of sessions) {
    expect((await run(buyer, workflowId, sessionId)).body.code).toBe('sign_in_required')
    expect((await sessionOf(buyer, sessionId)).body.payment.state).toMatch(/^release/)
  }
}

test('at the limit each of ten authorisations either runs or is released', async () => {
  const id = await open(4)
  const buyer = guest()
  const opened = await payAtOnce(buyer, id, 12)
  const [one, two, ...ten] = opened
  const begun = [await run(buyer, id, one ?? ''), await run(buyer, id, two ?? '')]
  await cancel(buyer, begun[0]?.body.job_id ?? '')
  const [, ...answers] = await Promise.all([
    cancel(buyer, begun[1]?.body.job_id ?? ''),
    ...ten.map((sessionId) => run(buyer, id, sessionId)),
  ])
  for (const { status, body } of answers) {
    expect([status, body.code]).toBeOneOf([
      [200, undefined],
      [403, 'sign_in_required'],
    ])
  }
  const states = await Promise.all(ten.map((sessionId) => sessionOf(buyer, sessionId)))
  for (const [at, { body }] of states.entries()) {
    if (answers[at]?.status === 200) expect(body.payment.state).toBe('authorized')
    else expect(body.payment.state).toMatch(/^release/)
  }
  await expectLetGo(buyer, id, [one ?? '', two ?? ''])
  expect(saidOf(await openCheckout(buyer, id))).toEqual(IN_BROWSER)
})

test('ten runs cancelled at once count as ten', async () => {
  const id = await open(4)
  const buyer = guest()
  const opened = await payAtOnce(buyer, id, 10)
  const begun = await Promise.all(opened.map((sessionId) => run(buyer, id, sessionId)))
  await Promise.all(begun.map(({ body }) => cancel(buyer, body.job_id)))
  const [counted] = await app.ctx.db.select({ runs: count() }).from(cancelledRuns)
  expect(counted?.runs).toBe(10)
  await expectLetGo(buyer, id, opened)
  expect(saidOf(await openCheckout(buyer, id))).toEqual(IN_BROWSER)
})

test('networks and cards are deleted on the next day', async () => {
  const id = await open(4)
  const buyer = guest()
  await cancelRuns(buyer, id, 1)
  const held = await authorize(buyer, id)
  expect((await sessionOf(buyer, held)).body.payment_status).toBe('paid')
  const cards = () => app.ctx.db.$count(payments, isNotNull(payments.card))
  await forgetInputs.run(app.ctx)
  expect([await app.ctx.db.$count(cancelledRuns), await cards()]).toEqual([1, 2])
  clock.hours = 24
  await forgetInputs.run(app.ctx)
  // The counted run of the open authorisation stays.
  expect([await app.ctx.db.$count(cancelledRuns), await cards()]).toEqual([0, 1])
  await release(buyer, held)
  clock.hours = 48
  await forgetInputs.run(app.ctx)
  expect(await cards()).toBe(0)
  expect(await app.ctx.db.$count(payments, ne(payments.state, 'released'))).toBe(0)
})
