import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { jobs } from '../../src/schema/generation.ts'
import { payments } from '../../src/schema/payments.ts'
import { enterCard, openCheckout, publish } from '../support/acts.ts'
import { type Answer, Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { GOOD_CARDS } from '../support/money/good-cards.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { type ShiftedClock, shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const HEAVY = 200

let app: TestApp
let clock: ShiftedClock
let priced: string
let free: string
let letGo: () => void
let hold: () => void
afterEach(() => app.close())

/** A heavy recipe of $3.00, whose runs wait until let go, and a free one; only compute of this machine. */
async function open(
  change: { loopback?: boolean; env?: Record<string, string>; proof?: boolean } = {},
) {
  clock = shiftClock()
  let gate = Promise.withResolvers<void>()
  letGo = () => gate.resolve()
  hold = () => {
    gate = Promise.withResolvers<void>()
  }
  app = await startTestApp({
    change: (ctx) => {
      clock.change(ctx)
      ctx.config = { ...ctx.config, TRUST_PROXY: 1, loopback: change.loopback ?? false }
    },
    env: {
      ...UNLIMITED_RATES,
      NSFW_THRESHOLD: '1',
      WORKER_CONCURRENCY: '4',
      FREE_DAILY_SECONDS: '600',
      ...change.env,
    },
    providers: [
      createScriptedProvider({
        seconds: ({ params }) => Number(params['seconds']),
        start: async (call, io) => {
          const left = new Promise<void>((resolve) =>
            io.signal.addEventListener('abort', () => resolve(), { once: true }),
          )
          if (Number(call.params['seconds']) === HEAVY) await Promise.race([gate.promise, left])
          return picture()
        },
      }),
    ],
  })
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  const steps = (seconds: number) => [
    {
      id: 'draw',
      provider: 'local',
      function_type: 'draw',
      prompt: '{{wish}}',
      params: { seconds },
    },
  ]
  priced = (
    await publish(creator, {
      price: 300,
      ...(change.proof && { proof: { draws: 3 } }),
      steps: steps(HEAVY),
      accept_creator_terms: CREATOR_TERMS_VERSION,
    })
  ).id
  free = (await publish(creator, { steps: steps(2) })).id
}

interface Said {
  error: string
  code: string
  url: string
  session_id: string
  job_id: string
}

const at = (address: string) => ({ 'x-forwarded-for': address })
const HOME = at('20.30.40.50')

const checkout = (buyer: Browser, headers = HOME) => openCheckout(buyer, priced, {}, headers)

async function authorize(buyer: Browser, card = GOOD_CARDS[0], headers = HOME): Promise<string> {
  const { body, status } = await checkout(buyer, headers)
  expect([status, body.error]).toEqual([200, undefined])
  expect((await enterCard(body.url, card)).status).toBe(303)
  return body.session_id
}

const run = (buyer: Browser, sessionId?: string, headers = HOME): Promise<Answer<Said>> =>
  buyer.json<Said>(`/workflows/${sessionId ? priced : free}/creations`, {
    headers,
    body: {
      user_inputs: { wish: 'boat' },
      async: true,
      ...(sessionId && { session_id: sessionId }),
    },
  })

const cancel = (buyer: Browser, job: string) => buyer.json(`/jobs/${job}`, { method: 'DELETE' })
const running = () => app.ctx.db.$count(jobs, eq(jobs.status, 'RUNNING'))
const jobOf = async (id: string) => (await app.ctx.db.select().from(jobs).where(eq(jobs.id, id)))[0]

test('twenty-five runs on one authorisation: two may be cancelled, then it is released as for vendors', async () => {
  await open()
  const guest = new Browser(app.url)
  const sessionId = await authorize(guest)
  const answers: Answer<Said>[] = []
  for (let time = 0; time < 25; time++) {
    const answer = await run(guest, sessionId)
    answers.push(answer)
    if (answer.status !== 200) continue
    await expect.poll(running).toBe(1)
    await cancel(guest, answer.body.job_id)
  }
  expect(answers.map(({ status }) => status).slice(0, 3)).toEqual([200, 200, 403])
  expect(answers.slice(2).filter(({ status }) => status === 200)).toEqual([])
  const [payment] = await app.ctx.db.select().from(payments).orderBy(desc(payments.id)).limit(1)
  expect(payment?.state).toMatch(/^release/)
  expect((await checkout(guest)).body.code).toBe('sign_in_required')
  clock.hours = 24
  expect((await checkout(guest)).status).toBe(200)
})

test('on one’s own machine a paid run is cancelled as often as one likes', async () => {
  await open({ loopback: true })
  const guest = new Browser(app.url)
  const sessionId = await authorize(guest)
  for (let time = 0; time < 4; time++) {
    const { status, body } = await run(guest, sessionId)
    expect([status, body.error]).toEqual([200, undefined])
    expect(await jobOf(body.job_id)).toMatchObject({ paidSeconds: 0, network: null })
    await cancel(guest, body.job_id)
  }
})

test('ten guests of one network with ten cards begin two heavy paid runs at once, and a bystander’s free run begins', async () => {
  await open()
  const guests = GOOD_CARDS.map((card) => ({ browser: new Browser(app.url), card }))
  const paid = await Promise.all(
    guests.map(async ({ browser, card }) => ({
      browser,
      session: await authorize(browser, card),
    })),
  )
  const begun = await Promise.all(paid.map(({ browser, session }) => run(browser, session)))
  expect(begun.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  await expect.poll(running).toBe(2)
  expect(await app.ctx.db.$count(jobs, eq(jobs.inLine, true))).toBe(8)
  // From other networks more begin, but never the place that is kept for free runs.
  for (const place of [1, 2, 3]) {
    const browser = new Browser(app.url)
    const from = at(`20.30.${place}.1`)
    const session = await authorize(browser, GOOD_CARDS[place], from)
    expect((await run(browser, session, from)).status).toBe(200)
  }
  await expect.poll(running).toBe(3)
  const bystander = new Browser(app.url)
  const own = await run(bystander, undefined, at('20.99.1.1'))
  await expect.poll(async () => (await jobOf(own.body.job_id))?.startedAt ?? null).not.toBeNull()
  expect(
    await app.ctx.db.$count(jobs, sql`${jobs.paidSeconds} > 0 and ${jobs.startedAt} is null`),
  ).toBe(10)
  // The next in line begins as soon as one has ended.
  letGo()
  const waiting = () => app.ctx.db.$count(jobs, eq(jobs.inLine, true))
  await expect.poll(waiting, { timeout: 50_000 }).toBeLessThan(8)
})

test('another proof that is cancelled takes the day’s seconds like a run', async () => {
  await open({ proof: true })
  const buyer = new Browser(app.url)
  await signIn(buyer, 'buyer@example.com')
  const { body } = await run(buyer, await authorize(buyer))
  letGo()
  await expect.poll(async () => (await jobOf(body.job_id))?.status).toBe('COMPLETED')
  hold()
  const id = (await jobOf(body.job_id))?.creationId
  const redraw = () =>
    buyer.json<Said>(`/creations/${id}/redraw`, { body: { user_inputs: { wish: 'a cat' } } })
  for (let time = 0; time < 2; time++) {
    const again = await redraw()
    expect([again.status, again.body.error]).toEqual([200, undefined])
    expect(await jobOf(again.body.job_id)).toMatchObject({ paidSeconds: HEAVY })
    await cancel(buyer, again.body.job_id)
  }
  expect((await redraw()).body.code).toBe('rate_limited')
  expect((await buyer.json(`/creations/${id}/keep`, { body: {} })).status).toBe(200)
})

test('runs that nobody was charged for take the day’s seconds, charged ones do not', async () => {
  await open()
  const buyer = new Browser(app.url)
  await signIn(buyer, 'buyer@example.com')
  const session = await authorize(buyer)
  for (let time = 0; time < 3; time++) {
    const { body, status } = await run(buyer, session)
    expect([status, body.error]).toEqual([200, undefined])
    await cancel(buyer, body.job_id)
  }
  const refused = await Promise.all(Array.from({ length: 10 }, () => run(buyer, session)))
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(body.error).toMatch(/not charged .* 00:00 UTC/)
  }
  clock.hours = 24
  letGo()
  const delivered = async (sessionId: string) => {
    const { body, status } = await run(buyer, sessionId)
    expect([status, body.error]).toEqual([200, undefined])
    await expect.poll(async () => (await jobOf(body.job_id))?.status).toBe('COMPLETED')
  }
  await delivered(session)
  for (let time = 0; time < 3; time++) await delivered(await authorize(buyer))
})
