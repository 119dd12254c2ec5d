import type { JobView } from '@vignette/contract/jobs.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { forgetNetworks } from '../../src/features/generation/forget-networks.ts'
import { jobs } from '../../src/features/generation/index.ts'
import { principals } from '../../src/features/identity/index.ts'
import { openBrowser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { DRAW, ended, publish, recipe, remix } from '../support/remixing.ts'
import { createScriptedProvider, picture, type Script } from '../support/scripted-provider.ts'
import { type ShiftedClock, shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

const TEN = Array.from({ length: 10 }, (_, at) => at)
const LONG = 20

const apps: TestApp[] = []
let clock: ShiftedClock
let workflowId: string
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close()
})

/** Behind a proxy, so that a test can choose a visitor's client IP. */
async function open(
  given: {
    start?: Script
    /** Core seconds of each run; a wish that is a number overrides this. */
    seconds?: number
    beside?: TestApp
    worker?: boolean
    env?: Record<string, string>
  } = {},
): Promise<TestApp> {
  if (!given.beside) clock = shiftClock()
  const app = await startTestApp({
    providers: [
      createScriptedProvider({
        start: given.start ?? (() => picture()),
        seconds: ({ params }) =>
          Number((params.seconds ?? '') === '' ? (given.seconds ?? 5) : params.seconds),
      }),
    ],
    change: (ctx) => {
      clock.change(ctx)
      ctx.config = { ...ctx.config, TRUST_PROXY: 1 }
    },
    worker: given.worker ?? false,
    env: { ...UNLIMITED_RATES, ...given.env },
    ...(given.beside ? { beside: given.beside } : {}),
  })
  apps.push(app)
  if (!given.beside) {
    const creator = new TestActor(app.url)
    workflowId = await publish(creator, [{ ...DRAW, params: { seconds: '{{seconds}}' } }], 'draw', {
      inputs: [
        { key: 'wish', type: 'text' },
        { key: 'seconds', type: 'text', required: false },
      ],
    })
  }
  return app
}

const from = (address: string) => ({ 'x-forwarded-for': address })
const HOME = from('192.0.2.1')

/** A run by a fresh visitor, unless one is given. */
async function run(
  app: TestApp,
  { as = new TestActor(app.url), at = HOME, seconds = '' } = {},
): Promise<{ actor: TestActor; job: string; status: number; body: Refusal; headers: Headers }> {
  const inputs = {
    user_inputs: { wish: 'boat', seconds },
    ...(accounts.has(as) ? { user_id: undefined } : {}),
  }
  const { status, body, headers } = await remix(as, workflowId, 'boat', at, inputs)
  return { actor: as, job: body.job_id, status, body: body as unknown as Refusal, headers }
}

interface Refusal {
  error: string
  code: string
}

const accounts = new WeakSet<TestActor>()

/** Signs the visitor in, which claims the visitor's jobs. */
async function enter(app: TestApp, visitor = new TestActor(app.url)): Promise<TestActor> {
  const browser = openBrowser(app.url)
  for (const [name, value] of visitor.cookies) browser.cookies.set(name, value)
  await signIn(browser, `${visitor.anonymousId}@example.com`)
  for (const [name, value] of browser.cookies) visitor.cookies.set(name, value)
  accounts.add(visitor)
  return visitor
}

function underWay(app: TestApp) {
  return app.ctx.db.$count(jobs, eq(jobs.status, 'RUNNING'))
}

function inLine(app: TestApp) {
  return app.ctx.db.$count(jobs, eq(jobs.inLine, true))
}

/** Holds every start until released and counts how many were held at once. */
function holdStarts() {
  const seen = { now: 0, most: 0 }
  const gate = createGate(1)
  const start: Script = async () => {
    seen.most = Math.max(seen.most, ++seen.now)
    try {
      await gate.opened
      return await picture()
    } finally {
      seen.now -= 1
    }
  }
  return { start, seen, letGo: () => void gate.arrive() }
}

describe('running jobs', () => {
  test('are at most two of a visitor, of ten started at once over two processes', async () => {
    const held = holdStarts()
    const first = await open({ start: held.start })
    const second = await open({ start: held.start, beside: first })
    const visitor = new TestActor(first.url)
    await visitor.call('GET', `/users/${visitor.anonymousId}`)
    first.startWorker()
    second.startWorker()
    const runs = await Promise.all(
      TEN.map((at) =>
        run(first, { as: visitor.at(at % 2 ? first.url : second.url), at: from(`192.0.2.${at}`) }),
      ),
    )
    expect(runs.map(({ status }) => status)).toEqual(TEN.map(() => 200))
    await expect.poll(() => underWay(first)).toBe(2)
    expect(await inLine(first)).toBe(8)
    await expect.poll(() => held.seen.now).toBe(2)
    held.letGo()
    for (const { job } of runs) expect((await ended(visitor, job)).status).toBe('COMPLETED')
    expect(held.seen.most).toBe(2)
  })

  test('are at most four of a client IP, of ten fresh ids at once over two processes', async () => {
    const held = holdStarts()
    const first = await open({ start: held.start })
    const second = await open({ start: held.start, beside: first })
    first.startWorker()
    second.startWorker()
    const runs = await Promise.all(TEN.map((at) => run(at % 2 ? first : second)))
    await expect.poll(() => underWay(first)).toBe(4)
    expect(await inLine(first)).toBe(6)
    // A job of another client IP does not wait.
    const other = await run(first, { at: from('192.0.2.2') })
    await expect.poll(() => underWay(first)).toBe(5)
    await expect.poll(() => held.seen.now).toBe(5)
    held.letGo()
    for (const { actor, job } of [...runs, other]) {
      expect((await ended(actor, job)).status).toBe('COMPLETED')
    }
    expect(held.seen.most).toBe(5)
  })

  test('of a client IP include at most three long ones, so that a picture does not wait for films', async () => {
    const held = holdStarts()
    const app = await open({ start: held.start, worker: true })
    const films = await Promise.all(TEN.map(() => run(app, { seconds: String(LONG) })))
    await expect.poll(() => underWay(app)).toBe(3)
    await run(app)
    await expect.poll(() => underWay(app)).toBe(4)
    expect(await inLine(app)).toBe(7)
    held.letGo()
    for (const { actor, job } of films) expect((await ended(actor, job)).status).toBe('COMPLETED')
  })

  test('of accounts are counted per account, since a school shares one client IP', async () => {
    const held = holdStarts()
    const app = await open({ start: held.start, worker: true })
    const pupils = await Promise.all(TEN.slice(0, 3).map(() => enter(app)))
    const runs = []
    for (const as of [...pupils, ...pupils, ...pupils]) runs.push(await run(app, { as }))
    await expect.poll(() => underWay(app)).toBe(6)
    expect(await inLine(app)).toBe(3)
    held.letGo()
    for (const { actor, job } of runs) expect((await ended(actor, job)).status).toBe('COMPLETED')
  })

  test('that take no core time here are not counted', async () => {
    const held = holdStarts()
    const app = await open({ start: held.start, worker: true })
    const actor = new TestActor(app.url)
    const runs = []
    for (let at = 0; at < 5; at++) runs.push(await run(app, { as: actor, seconds: '0' }))
    await expect.poll(() => underWay(app)).toBe(5)
    held.letGo()
    for (const { job } of runs) expect((await ended(actor, job)).status).toBe('COMPLETED')
  })
})

describe('a job in line', () => {
  test('shows why the job waits', async () => {
    const app = await open()
    const visitor = new TestActor(app.url)
    const [, , third] = [
      await run(app, { as: visitor }),
      await run(app, { as: visitor }),
      await run(app, { as: visitor }),
    ]
    const read = async () => (await visitor.call<JobView>('GET', `/jobs/${third.job}`)).body
    expect(await read()).toMatchObject({
      status: 'QUEUED',
      progress: { label: 'Waiting for other creations from your network' },
    })
    // Like a job of an account, whose network is not stored.
    await app.ctx.db.update(jobs).set({ network: null })
    expect((await read()).progress.label).toBe('Waiting for your other creations')
  })

  test('begins when an earlier job is cancelled, and may itself be cancelled', async () => {
    const held = holdStarts()
    const app = await open({ start: held.start, worker: true })
    const visitor = new TestActor(app.url)
    const runs = []
    for (let at = 0; at < 4; at++) runs.push(await run(app, { as: visitor }))
    const [first, , third, fourth] = runs
    await expect.poll(() => underWay(app)).toBe(2)
    expect((await visitor.call('DELETE', `/jobs/${third?.job}`)).status).toBe(200)
    expect(await inLine(app)).toBe(1)
    expect((await visitor.call('DELETE', `/jobs/${first?.job}`)).status).toBe(200)
    // The notification of the end starts the job at once, without the sweep.
    expect(await inLine(app)).toBe(0)
    held.letGo()
    expect((await ended(visitor, fourth?.job ?? '')).status).toBe('COMPLETED')
  })

  test('begins when the notification of the end was lost, with its full running time', async () => {
    const app = await open()
    const visitor = new TestActor(app.url)
    const runs = []
    for (let at = 0; at < 3; at++) runs.push(await run(app, { as: visitor }))
    const [first, second, third] = runs
    const gone = sql`${jobs.id} in (${first?.job}, ${second?.job})`
    await app.ctx.db.update(jobs).set({ status: 'CANCELLED', finishedAt: new Date() }).where(gone)
    await app.ctx.db
      .update(jobs)
      .set({ deadlineAt: new Date(0) })
      .where(eq(jobs.inLine, true))
    app.startWorker()
    expect((await ended(visitor, third?.job ?? '')).status).toBe('COMPLETED')
  })

  test('begins after a worker died with the earlier jobs', async () => {
    const never = createGate(2)
    const dead = await open({
      start: () => {
        void never.arrive()
        return new Promise(() => undefined)
      },
    })
    const worker = dead.startWorker()
    const visitor = new TestActor(dead.url)
    const runs = []
    for (let at = 0; at < 3; at++) runs.push(await run(dead, { as: visitor }))
    await never.opened
    void worker.stop(60_000)
    // What a killed worker leaves: expired leases.
    await dead.ctx.db
      .update(jobs)
      .set({ leasedUntil: new Date(0) })
      .where(eq(jobs.status, 'RUNNING'))
    await open({ beside: dead, worker: true })
    for (const { job } of runs) expect((await ended(visitor, job)).status).toBe('COMPLETED')
    expect(await inLine(dead)).toBe(0)
  })

  test('counts for the account only once its visitor has signed in', async () => {
    const app = await open()
    const visitor = new TestActor(app.url)
    await run(app, { as: visitor })
    await enter(app, visitor)
    const kept = await app.ctx.db.select({ network: jobs.network }).from(jobs)
    expect(kept).toEqual([{ network: null }])
  })
})

describe('a worker’s concurrency', () => {
  test('is never used up by free runs, nor the share of short runs by long ones', async () => {
    const held = holdStarts()
    const env = { WORKER_CONCURRENCY: '4' }
    const app = await open({ start: held.start, worker: true, env })
    const films = []
    for (const at of TEN) {
      films.push(await run(app, { at: from(`198.51.${at}.1`), seconds: String(LONG) }))
    }
    await expect.poll(() => underWay(app)).toBe(2)
    const pictures = []
    for (const at of TEN) pictures.push(await run(app, { at: from(`203.0.${at}.1`) }))
    await expect.poll(() => underWay(app)).toBe(3)
    expect(await inLine(app)).toBe(0)
    // Makes one queued job count as a paid one.
    const [short] = await app.ctx.db.select().from(jobs).where(eq(jobs.status, 'QUEUED')).limit(1)
    await app.ctx.db
      .update(jobs)
      .set({ freeSeconds: 0 })
      .where(eq(jobs.id, short?.id ?? ''))
    await expect.poll(() => underWay(app)).toBe(4)
    await expect.poll(() => held.seen.now).toBe(4)
    held.letGo()
    for (const { actor, job } of [...films, ...pictures]) {
      expect((await ended(actor, job)).status).toBe('COMPLETED')
    }
    expect(held.seen.most).toBe(4)
  })
})

describe('the daily seconds', () => {
  test('of a client IP are given once to ten fresh ids at once, and the refusal says how to continue', async () => {
    const app = await open({ seconds: 8, env: { FREE_DAILY_SECONDS: '20' } })
    const runs = await Promise.all(TEN.map(() => run(app)))
    expect(runs.filter(({ status }) => status === 200)).toHaveLength(2)
    const refused = runs.find(({ status }) => status === 429)
    expect(refused?.body.code).toBe('rate_limited')
    expect(refused?.body.error).toMatch(
      /^Free creations from your network may take 20 s .* less is left today than the 8 s .* at 00:00 UTC, in .*Sign in/,
    )
    const waitSeconds = Number(refused?.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(86_400)
    expect((await run(app, { at: from('192.0.2.2') })).status).toBe(200)
    clock.hours = waitSeconds / 3600
    expect((await run(app)).status).toBe(200)
  })

  test('of a visitor do not start again at another client IP', async () => {
    const app = await open({ seconds: 8, env: { FREE_DAILY_SECONDS: '8' } })
    const as = new TestActor(app.url)
    expect((await run(app, { as })).status).toBe(200)
    const refused = await run(app, { as, at: from('198.51.100.1') })
    expect(refused.body.error).toMatch(/^Your free creations/)
  })

  test.each([
    ['an IPv4 /24', (at: number) => `192.0.2.${at}`, '192.0.3.1'],
    ['an IPv6 /48', (at: number) => `2001:db8:1:${at}::1`, '2001:db8:2::1'],
  ])('of %s are ten times as many', async (_, inside, outside) => {
    const app = await open({ seconds: 8, env: { FREE_DAILY_SECONDS: '8' } })
    for (const at of TEN) expect((await run(app, { at: from(inside(at)) })).status).toBe(200)
    expect((await run(app, { at: from(inside(10)) })).status).toBe(429)
    expect((await run(app, { at: from(outside) })).status).toBe(200)
  })

  test('of an account are its own, and a refused run is not counted', async () => {
    const app = await open({ seconds: 8, env: { FREE_DAILY_SECONDS: '20' } })
    await run(app)
    await run(app)
    expect((await run(app)).status).toBe(429)
    const pupil = await enter(app)
    expect((await run(app, { as: pupil })).status).toBe(200)
    const dear = await run(app, { as: pupil, seconds: '15' })
    expect(dear.body.error).toMatch(/^Your free creations(?!.*Sign in)/)
    expect((await run(app, { as: pupil, seconds: '12' })).status).toBe(200)
  })

  test('are unlimited where the operator switched the limit off', async () => {
    const app = await open({ seconds: 8, env: { FREE_DAILY_SECONDS: '0' } })
    expect((await run(app)).status).toBe(200)
  })

  test('and their networks are deleted on the next day', async () => {
    const app = await open({ worker: true })
    const { actor, job } = await run(app)
    await ended(actor, job)
    expect(await app.ctx.db.$count(jobs, gt(jobs.network, ''))).toBe(0)
    const counted = async () => {
      const { rows } = await app.ctx.db.execute(sql`select scope from free_compute`)
      return rows.map((row) => String(row.scope))
    }
    expect(await counted()).toHaveLength(3)
    expect(JSON.stringify(await counted())).not.toContain('192.0.2')
    await forgetNetworks.run(app.ctx)
    expect(await counted()).toHaveLength(3)
    clock.hours = 24
    await forgetNetworks.run(app.ctx)
    expect(await counted()).toEqual([])
  })
})

describe('one run', () => {
  test('of a free recipe may take 60 s, and of an approved creator 600 s', async () => {
    const app = await open({ seconds: 40 })
    const creator = new TestActor(app.url)
    const twice = [DRAW, { ...DRAW, id: 'again', first_image: '{{draw}}' }]
    const tryPublish = (change = {}) =>
      creator.call<{ error: string; code: string }>(
        'POST',
        '/workflows',
        recipe(creator, twice, 'again', change),
      )
    const refused = await tryPublish()
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_recipe'])
    expect(refused.body.error).toMatch(/80 s .*\(draw 40 s, again 40 s\).*not approved.* 60 s/)
    await app.ctx.db
      .update(principals)
      .set({ approvedCreatorAt: new Date() })
      .where(and(eq(principals.kind, 'visitor')))
    const approved = await tryPublish()
    expect(approved.status).toBe(201)
    const { id } = approved.body as unknown as { id: string }
    expect((await remix(new TestActor(app.url), id)).status).toBe(200)
  })

  test('is refused where its inputs exceed the limit', async () => {
    const app = await open()
    const refused = await run(app, { seconds: '61' })
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed'])
    expect(refused.body.error).toMatch(/61 s .*\(draw 61 s\).*at most 60 s/)
    expect((await run(app, { seconds: '60' })).status).toBe(200)
  })
})
