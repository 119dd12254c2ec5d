import { randomUUID } from 'node:crypto'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recountPopularity, recountTrending } from '../../src/features/creations/popularity.ts'
import { sweepSessions } from '../../src/features/identity/session.ts'
import { sweepReports } from '../../src/features/moderation/report.ts'
import { sweepEvents } from '../../src/features/visits/collect-analytics.ts'
import { FEATURES } from '../../src/main/features.ts'
import { sweepIdempotencyKeys } from '../../src/platform/http/idempotency.ts'
import { idempotencyKeys } from '../../src/platform/http/tables.ts'
import { creations } from '../../src/schema/creations.ts'
import { sessions } from '../../src/schema/identity.ts'
import { auditLog, reports } from '../../src/schema/moderation.ts'
import { analyticsEvents } from '../../src/schema/visits.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { publish, remixNow } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const DAY = 24
const clock = shiftClock()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
    change: clock.change,
  })
})
afterAll(() => app.close())
beforeEach(() => {
  clock.hours = 0
})

test('every sweep has a cron schedule and a worker', async () => {
  const { db, queue } = app.ctx
  const { rows } = await db.execute<{ name: string; cron: string }>(
    sql`select name, cron from pgboss.schedule`,
  )
  const sweeps = FEATURES.flatMap(({ tasks = [] }) => tasks).filter(({ cron }) => cron)
  for (const sweep of sweeps) {
    expect(rows).toContainEqual({ name: sweep.name, cron: sweep.cron })
    await queue.send(app.ctx, sweep, {})
  }
  const names = sweeps.map(({ name }) => name)
  const done = async () => {
    const ended = await db.execute<{ name: string }>(
      sql`select distinct name from pgboss.job where state = 'completed'`,
    )
    return ended.rows.map((row) => row.name)
  }
  await expect.poll(done, { timeout: 20_000 }).toEqual(expect.arrayContaining(names))
})

describe('popularity', () => {
  const popularityOf = async (id: string) =>
    (await app.ctx.db.select().from(workflows).where(eq(workflows.id, id)))[0]?.popularity

  test('counts the remixes of the last seven days', async () => {
    const actor = new Visitor(app.url)
    const [busy, quiet] = [(await publish(actor)).id, (await publish(actor)).id]
    const first = await remixNow(actor, busy)
    await remixNow(actor, busy)
    await remixNow(actor, quiet)
    expect(await recountPopularity.run(app.ctx)).toBe(0)
    expect([await popularityOf(busy), await popularityOf(quiet)]).toEqual([2, 1])

    const lastWeek = new Date(Date.now() - 6.9 * DAY * 3_600_000)
    await app.ctx.db
      .update(creations)
      .set({ deliveredAt: lastWeek })
      .where(eq(creations.id, first.id))
    expect(await recountPopularity.run(app.ctx)).toBe(0)
    clock.hours = 0.2 * DAY
    expect(await recountPopularity.run(app.ctx)).toBe(1)
    expect([await popularityOf(busy), await popularityOf(quiet)]).toEqual([1, 1])
    clock.hours = 7.1 * DAY
    await recountPopularity.run(app.ctx)
    expect([await popularityOf(busy), await popularityOf(quiet)]).toEqual([0, 0])
  })

  test('repairs a wrong count', async () => {
    const actor = new Visitor(app.url)
    const { id } = await publish(actor)
    await remixNow(actor, id)
    await app.ctx.db.update(workflows).set({ popularity: 0 }).where(eq(workflows.id, id))
    await recountPopularity.run(app.ctx)
    expect(await popularityOf(id)).toBe(1)
  })
})

describe('trending', () => {
  const order = async (...ids: string[]) => {
    const rows = await app.ctx.db
      .select({ id: workflows.id })
      .from(workflows)
      .where(inArray(workflows.id, ids))
      .orderBy(desc(workflows.trending), desc(workflows.createdAt))
    return rows.map(({ id }) => ids.indexOf(id))
  }
  const scoreOf = async (id: string) =>
    (await app.ctx.db.select().from(workflows).where(eq(workflows.id, id)))[0]?.trending
  const setDelivered = (id: string, hours: number) =>
    app.ctx.db
      .update(creations)
      .set({ deliveredAt: new Date(Date.now() - hours * 3_600_000) })
      .where(eq(creations.id, id))

  test('puts a recipe that one person kept today before one that three people kept five days ago, and still does two days later', async () => {
    const maker = new Visitor(app.url)
    const [ann, bob, cid] = [new Visitor(app.url), new Visitor(app.url), new Visitor(app.url)]
    const [quiet, once, lately] = [
      (await publish(maker)).id,
      (await publish(maker)).id,
      (await publish(maker)).id,
    ]
    await remixNow(maker, quiet)
    for (const fan of [ann, bob, cid]) await setDelivered((await remixNow(fan, once)).id, 5 * DAY)
    await setDelivered((await remixNow(ann, lately)).id, 1)
    await recountTrending.run(app.ctx)
    // Three people five days ago are 3/5.7 of one person now.
    expect(await order(quiet, once, lately)).toEqual([2, 1, 0])
    expect(await scoreOf(quiet)).toBe(0)
    clock.hours = 2 * DAY
    expect(await recountTrending.run(app.ctx)).toBe(0)
    expect(await order(quiet, once, lately)).toEqual([2, 1, 0])

    await setDelivered((await remixNow(bob, once)).id, 1)
    await recountTrending.run(app.ctx)
    expect(await order(quiet, once, lately)).toEqual([1, 2, 0])
    clock.hours = 15 * DAY
    expect(await recountTrending.run(app.ctx)).toBeGreaterThanOrEqual(2)
    expect([await scoreOf(once), await scoreOf(lately)]).toEqual([0, 0])
  })

  test('counts a person once, and deleted creations not at all', async () => {
    const maker = new Visitor(app.url)
    const [one, many, gone] = [
      (await publish(maker)).id,
      (await publish(maker)).id,
      (await publish(maker)).id,
    ]
    const fan = new Visitor(app.url)
    const made = await remixNow(fan, one)
    await setDelivered(made.id, 1)
    for (let at = 0; at < 4; at++) await setDelivered((await remixNow(fan, many)).id, 2)
    const dropped = await remixNow(fan, gone)
    await recountTrending.run(app.ctx)
    expect(await order(one, many, gone)).toEqual([2, 0, 1])
    await fan.call('DELETE', `/creations/${dropped.id}`)
    await recountTrending.run(app.ctx)
    expect(await order(one, many, gone)).toEqual([0, 1, 2])
    expect(await scoreOf(gone)).toBe(0)
  })
})

test('an Idempotency-Key is deleted after a day, unless its request still runs', async () => {
  const actor = new Visitor(app.url)
  const key = randomUUID()
  const publishAgain = async () => (await publish(actor, {}, { 'idempotency-key': key })).id
  const first = await publishAgain()
  const { db } = app.ctx
  const [kept] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  if (!kept) throw new Error('the key was not kept')
  const leasedUntil = new Date(Date.now() + 60_000)
  await db
    .insert(idempotencyKeys)
    .values({ ...kept, key: `${key}-runs`, status: null, answer: null, leasedUntil })
  clock.hours = 23.9
  await sweepIdempotencyKeys.run(app.ctx)
  expect(await publishAgain()).toBe(first)
  clock.hours = 24.1
  await sweepIdempotencyKeys.run(app.ctx)
  const left = await db.select().from(idempotencyKeys)
  expect(left.map((row) => row.key)).toEqual([`${key}-runs`])
  expect(await publishAgain()).not.toBe(first)
})

test('ended sessions are deleted, and open sessions stay', async () => {
  const { db } = app.ctx
  const browsers = [new Browser(app.url), new Browser(app.url)]
  for (const [at, browser] of browsers.entries()) await signIn(browser, `sweep${at}@example.org`)
  const [gone, staying] = await db.select().from(sessions).orderBy(sessions.createdAt)
  if (!gone || !staying) throw new Error('nobody is signed in')
  const revokedAt = new Date()
  await db.update(sessions).set({ revokedAt }).where(eq(sessions.id, gone.id))
  const idsLeft = async () => (await db.select().from(sessions)).map((row) => row.id)
  await sweepSessions.run(app.ctx)
  expect(await idsLeft()).toHaveLength(2)
  clock.hours = 2 * DAY
  await sweepSessions.run(app.ctx)
  expect(await idsLeft()).toEqual([staying.id])
  clock.hours = 32 * DAY
  await sweepSessions.run(app.ctx)
  expect(await idsLeft()).toEqual([])
})

test('reports are kept for two years after the decision, and decisions for good', async () => {
  const { db } = app.ctx
  const admin = new Browser(app.url)
  await signIn(admin, 'admin@example.org', { admin: true })
  const actor = new Visitor(app.url)
  const ids = [(await publish(actor)).id, (await publish(actor)).id]
  for (const id of ids) {
    const body = { subject_type: 'workflow', subject_id: id, reason: 'hate' }
    expect((await admin.json('/reports', { body })).status).toBe(201)
  }
  const [first] = await db
    .select()
    .from(reports)
    .where(eq(reports.subjectId, ids[0] ?? ''))
  const act = await admin.json(`/admin/reports/${first?.id}/actions`, {
    body: { action: 'dismiss' },
  })
  expect(act.status).toBe(200)
  const left = async () => (await db.select().from(reports)).map((row) => row.subjectId)
  clock.hours = 729 * DAY
  await sweepReports.run(app.ctx)
  expect(await left()).toEqual(expect.arrayContaining(ids))
  clock.hours = 731 * DAY
  await sweepReports.run(app.ctx)
  expect(await left()).toEqual([ids[1]])
  expect(await db.select().from(auditLog)).toHaveLength(1)
})

test('product events are kept for 400 days', async () => {
  const { db } = app.ctx
  const actor = new Visitor(app.url)
  const event = { event: 'page_viewed', distinct_id: 'd', uuid: randomUUID(), properties: {} }
  const batch = [{ ...event, timestamp: new Date().toISOString() }]
  await actor.call('POST', '/analytics/batch', { api_key: 'vignette', batch })
  clock.hours = 399 * DAY
  await sweepEvents.run(app.ctx)
  expect(await db.select().from(analyticsEvents)).toHaveLength(1)
  clock.hours = 401 * DAY
  await sweepEvents.run(app.ctx)
  expect(await db.select().from(analyticsEvents)).toEqual([])
})
