import type { JobView } from '@vignette/contract/jobs.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { jobs } from '../../src/schema/generation.ts'
import { ended } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import {
  closeFreeMarkets,
  enter,
  holdStarts,
  inLine,
  openFreeMarket,
  run,
  underWay,
} from '../support/free-runs.ts'

afterEach(closeFreeMarkets)

describe('a job in line', () => {
  test('shows why the job waits', async () => {
    const app = await openFreeMarket()
    const visitor = new Visitor(app.url)
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
    const app = await openFreeMarket({ start: held.start, worker: true })
    const visitor = new Visitor(app.url)
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
    const app = await openFreeMarket()
    const visitor = new Visitor(app.url)
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
    const dead = await openFreeMarket({
      start: () => {
        void never.arrive()
        return new Promise(() => undefined)
      },
    })
    const worker = dead.startWorker()
    const visitor = new Visitor(dead.url)
    const runs = []
    for (let at = 0; at < 3; at++) runs.push(await run(dead, { as: visitor }))
    await never.opened
    void worker.stop(60_000)
    // What a killed worker leaves: expired leases.
    await dead.ctx.db
      .update(jobs)
      .set({ leasedUntil: new Date(0) })
      .where(eq(jobs.status, 'RUNNING'))
    await openFreeMarket({ beside: dead, worker: true })
    for (const { job } of runs) expect((await ended(visitor, job)).status).toBe('COMPLETED')
    expect(await inLine(dead)).toBe(0)
  })

  test('counts for the account only once its visitor has signed in', async () => {
    const app = await openFreeMarket()
    const visitor = new Visitor(app.url)
    await run(app, { as: visitor })
    await enter(app, visitor)
    const kept = await app.ctx.db.select({ network: jobs.network }).from(jobs)
    expect(kept).toEqual([{ network: null }])
  })
})
