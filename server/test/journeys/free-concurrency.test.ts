import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { jobs } from '../../src/schema/generation.ts'
import { ended } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import {
  closeFreeMarkets,
  enter,
  from,
  holdStarts,
  inLine,
  LONG,
  openFreeMarket,
  run,
  TEN,
  underWay,
} from '../support/free-runs.ts'

afterEach(closeFreeMarkets)

describe('running jobs', () => {
  test('are at most two of a visitor, of ten started at once over two processes', async () => {
    const held = holdStarts()
    const first = await openFreeMarket({ start: held.start })
    const second = await openFreeMarket({ start: held.start, beside: first })
    const visitor = new Visitor(first.url)
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
    const first = await openFreeMarket({ start: held.start })
    const second = await openFreeMarket({ start: held.start, beside: first })
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

  test('a client IP has at most three long running jobs, so that a picture does not wait for films', async () => {
    const held = holdStarts()
    const app = await openFreeMarket({ start: held.start, worker: true })
    const films = await Promise.all(TEN.map(() => run(app, { seconds: String(LONG) })))
    await expect.poll(() => underWay(app)).toBe(3)
    await run(app)
    await expect.poll(() => underWay(app)).toBe(4)
    expect(await inLine(app)).toBe(7)
    held.letGo()
    for (const { actor, job } of films) expect((await ended(actor, job)).status).toBe('COMPLETED')
  })

  test('running jobs of accounts are counted per account, since a school shares one client IP', async () => {
    const held = holdStarts()
    const app = await openFreeMarket({ start: held.start, worker: true })
    const pupils = await Promise.all(TEN.slice(0, 3).map(() => enter(app)))
    const runs = []
    for (const as of [...pupils, ...pupils, ...pupils]) runs.push(await run(app, { as }))
    await expect.poll(() => underWay(app)).toBe(6)
    expect(await inLine(app)).toBe(3)
    held.letGo()
    for (const { actor, job } of runs) expect((await ended(actor, job)).status).toBe('COMPLETED')
  })

  test('running jobs that take no core time here are not counted', async () => {
    const held = holdStarts()
    const app = await openFreeMarket({ start: held.start, worker: true })
    const actor = new Visitor(app.url)
    const runs = []
    for (let at = 0; at < 5; at++) runs.push(await run(app, { as: actor, seconds: '0' }))
    await expect.poll(() => underWay(app)).toBe(5)
    held.letGo()
    for (const { job } of runs) expect((await ended(actor, job)).status).toBe('COMPLETED')
  })
})

describe('a worker’s concurrency', () => {
  test('is never used up by free runs, and the share of short runs is never used up by long runs', async () => {
    const held = holdStarts()
    const env = { WORKER_CONCURRENCY: '4' }
    const app = await openFreeMarket({ start: held.start, worker: true, env })
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
