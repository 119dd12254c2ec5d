import { and, eq, gt, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { sweepDayCounts } from '../../src/platform/http/day-counts.ts'
import { jobs } from '../../src/schema/generation.ts'
import { principals } from '../../src/schema/identity.ts'
import { DRAW, ended, remix, tryPublish } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import {
  clock,
  closeFreeMarkets,
  enter,
  from,
  openFreeMarket,
  run,
  TEN,
  workflowId,
} from '../support/free-runs.ts'

afterEach(closeFreeMarkets)

describe('the daily seconds', () => {
  test('ten fresh ids of one client IP share its daily seconds, and the refusal says how to continue', async () => {
    const app = await openFreeMarket({ seconds: 8, env: { FREE_DAILY_SECONDS: '20' } })
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

  test('the daily seconds of a visitor do not start again at another client IP', async () => {
    const app = await openFreeMarket({ seconds: 8, env: { FREE_DAILY_SECONDS: '8' } })
    const as = new Visitor(app.url)
    expect((await run(app, { as })).status).toBe(200)
    const refused = await run(app, { as, at: from('198.51.100.1') })
    expect(refused.body.error).toMatch(/^Your free creations/)
  })

  test.each([
    ['an IPv4 /24', (at: number) => `192.0.2.${at}`, '192.0.3.1'],
    ['an IPv6 /48', (at: number) => `2001:db8:1:${at}::1`, '2001:db8:2::1'],
  ])('the daily seconds of %s are ten times as many', async (_, inside, outside) => {
    const app = await openFreeMarket({ seconds: 8, env: { FREE_DAILY_SECONDS: '8' } })
    for (const at of TEN) expect((await run(app, { at: from(inside(at)) })).status).toBe(200)
    expect((await run(app, { at: from(inside(10)) })).status).toBe(429)
    expect((await run(app, { at: from(outside) })).status).toBe(200)
  })

  test('an account has daily seconds of its own, and a refused run is not counted', async () => {
    const app = await openFreeMarket({ seconds: 8, env: { FREE_DAILY_SECONDS: '20' } })
    await run(app)
    await run(app)
    expect((await run(app)).status).toBe(429)
    const pupil = await enter(app)
    expect((await run(app, { as: pupil })).status).toBe(200)
    const dear = await run(app, { as: pupil, seconds: '15' })
    expect(dear.body.error).toMatch(/^Your free creations(?!.*Sign in)/)
    expect((await run(app, { as: pupil, seconds: '12' })).status).toBe(200)
  })

  test('a batch counts row by row, or is refused whole', async () => {
    const app = await openFreeMarket({ seconds: 8, env: { FREE_DAILY_SECONDS: '20' } })
    const pupil = await enter(app)
    const batch = (rows: number) =>
      pupil.json<{ error: string }>(`/workflows/${workflowId}/batches`, {
        body: { rows: Array.from({ length: rows }, () => ({ wish: 'boat' })) },
      })
    const dear = await batch(3)
    expect(dear.status).toBe(429)
    expect(dear.body.error).toMatch(/^Your free creations .* less is left today than the 24 s/)
    expect(await app.ctx.db.$count(jobs)).toBe(0)
    expect((await batch(2)).status).toBe(202)
    expect((await run(app, { as: pupil })).status).toBe(429)
  })

  test('are unlimited where the operator switched the limit off', async () => {
    const app = await openFreeMarket({ seconds: 8, env: { FREE_DAILY_SECONDS: '0' } })
    expect((await run(app)).status).toBe(200)
  })

  test('the counted seconds and their networks are deleted on the next day', async () => {
    const app = await openFreeMarket({ worker: true })
    const { actor, job } = await run(app)
    await ended(actor, job)
    expect(await app.ctx.db.$count(jobs, gt(jobs.network, ''))).toBe(0)
    const counted = async () => {
      const { rows } = await app.ctx.db.execute(sql`select scope from day_counts`)
      return rows.map((row) => String(row.scope))
    }
    expect(await counted()).toHaveLength(3)
    expect(JSON.stringify(await counted())).not.toContain('192.0.2')
    await sweepDayCounts.run(app.ctx)
    expect(await counted()).toHaveLength(3)
    clock.hours = 24
    await sweepDayCounts.run(app.ctx)
    expect(await counted()).toEqual([])
  })
})

describe('one run', () => {
  test('one run of a free recipe may take 60 s, and of an approved creator’s recipe 600 s', async () => {
    const app = await openFreeMarket({ seconds: 40 })
    const creator = new Visitor(app.url)
    const twice = [DRAW, { ...DRAW, id: 'again', first_image: '{{draw}}' }]
    const offer = (change = {}) => tryPublish(creator, { steps: twice, output: 'again', ...change })
    const refused = await offer()
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_recipe'])
    expect(refused.body.error).toMatch(/80 s .*\(draw 40 s, again 40 s\).*not approved.* 60 s/)
    await app.ctx.db
      .update(principals)
      .set({ approvedCreatorAt: new Date() })
      .where(and(eq(principals.kind, 'visitor')))
    const approved = await offer()
    expect(approved.status).toBe(201)
    const { id } = approved.body as unknown as { id: string }
    expect((await remix(new Visitor(app.url), id)).status).toBe(200)
  })

  test('is refused where its inputs exceed the limit', async () => {
    const app = await openFreeMarket()
    const refused = await run(app, { seconds: '61' })
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed'])
    expect(refused.body.error).toMatch(/61 s .*\(draw 61 s\).*at most 60 s/)
    expect((await run(app, { seconds: '60' })).status).toBe(200)
  })
})
