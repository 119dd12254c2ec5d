import { randomUUID } from 'node:crypto'
import type { AnalyticsBatch } from '@vignette/contract/collectors.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { analyticsDays, analyticsEvents } from '../../schema/visits.ts'
import { collectAnalytics } from './collect-analytics.ts'

const NOON = new Date('2026-11-20T12:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.delete(analyticsEvents)
  await database.db.delete(analyticsDays)
})
afterAll(() => database.drop())

function at(now: Date, env: Record<string, string> = {}) {
  return createTestCtx(database, { clock: { now: () => now }, env })
}

const eventOf = (event: string, text = ''): AnalyticsBatch['batch'][number] => ({
  event,
  distinct_id: 'browser',
  uuid: randomUUID(),
  timestamp: NOON.toISOString(),
  properties: text ? { text } : {},
})

test('the collector keeps events with known names and drops events with unknown names', async () => {
  await collectAnalytics(at(NOON), {
    batch: [eventOf('page_viewed'), eventOf('made_up_elsewhere')],
  })
  const kept = await database.db.select({ event: analyticsEvents.event }).from(analyticsEvents)
  expect(kept).toEqual([{ event: 'page_viewed' }])
})

test('ten batches at once never take more than the day’s budget, and the next day begins with a full one', async () => {
  const ctx = at(NOON, { ANALYTICS_DAILY_MB: '1' })
  // About 300 kB each: three fit into a megabyte.
  const batch = () => ({
    batch: Array.from({ length: 100 }, () => eventOf('page_viewed', 'x'.repeat(2_600))),
  })
  await Promise.all(Array.from({ length: 10 }, () => collectAnalytics(ctx, batch())))
  expect(await countEvents()).toBe(300)
  await collectAnalytics(at(new Date('2026-11-21T12:00:00Z'), { ANALYTICS_DAILY_MB: '1' }), batch())
  expect(await countEvents()).toBe(400)
})

test('the bytes counted against the budget are at least the bytes that the table takes on disk', async () => {
  for (let round = 0; round < 10; round++) {
    await collectAnalytics(at(NOON), {
      batch: Array.from({ length: 100 }, () => eventOf('page_viewed', 'a short property')),
    })
  }
  const { rows } = await database.db.execute<{ counted: number; taken: number }>(
    sql`select (select sum(bytes) from analytics_days)::int as counted,
      pg_total_relation_size('analytics_events')::int as taken`,
  )
  expect(rows[0]?.counted).toBeGreaterThanOrEqual(rows[0]?.taken as number)
})

async function countEvents(): Promise<number> {
  return database.db.$count(analyticsEvents)
}
