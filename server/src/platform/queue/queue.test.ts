import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { defineTask } from './define-task.ts'
import { openQueue, type Queue } from './queue.ts'

let database: TestDatabase
const queues: Queue[] = []
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop({ graceMs: 0 })
  await database.drop()
})

async function open({ supervise = false } = {}): Promise<Queue> {
  const { connectionString } = database
  const queue = await openQueue({
    connectionString,
    log: pino({ level: 'silent' }),
    supervise,
  })
  queues.push(queue)
  return queue
}

const before = defineTask({ name: 'test.sweep', data: z.object({}), retryLimit: 2 })
const now = defineTask({
  name: 'test.sweep',
  data: z.object({}),
  retryLimit: 5,
  expireInSeconds: 3600,
  exclusive: true,
})

async function waiting(): Promise<number> {
  const { rows } = await database.db.execute(
    sql`select 1 from pgboss.job where name = 'test.sweep' and state = 'created'`,
  )
  return rows.length
}

test('a database of an earlier release gets this release’s queue settings', async () => {
  await (await open()).declare([before])
  const queue = await open()
  await queue.declare([now])
  const { rows } = await database.db.execute(
    sql`select retry_limit, expire_seconds from pgboss.queue where name = 'test.sweep'`,
  )
  expect(rows).toEqual([{ retry_limit: 5, expire_seconds: 3600 }])
})

test('a schedule of an earlier release gets this release’s times', async () => {
  const nightly = { ...now, cron: '0 3 * * *' }
  await (await open({ supervise: true })).declare([nightly])
  await (await open({ supervise: true })).declare([{ ...nightly, cron: '0 4 * * *' }])
  const { rows } = await database.db.execute(
    sql`select cron from pgboss.schedule where name = 'test.sweep'`,
  )
  expect(rows).toEqual([{ cron: '0 4 * * *' }])
})

test('an exclusive task waits once per key', async () => {
  const queue = await open()
  await queue.declare([now])
  for (const singletonKey of ['one', 'one', 'two']) {
    await queue.send(database, now, {}, { singletonKey })
  }
  expect(await waiting()).toBe(2)
})

test('a delayed task runs without a notification', async () => {
  const queue = await open()
  await queue.declare([before])
  const done: string[] = []
  queue.work(before, { concurrency: 1 }, async () => void done.push('once'))
  await database.db.execute(
    sql`insert into pgboss.job (name, data, policy) values ('test.sweep', '{}', 'standard')`,
  )
  await expect.poll(() => done, { timeout: 5_000 }).toEqual(['once'])
})

test('a worker takes the tasks of a backlog without waiting for a poll between them', async () => {
  const queue = await open({ supervise: true })
  await queue.declare([before])
  await database.db.execute(
    sql`insert into pgboss.job (name, data, policy)
      select 'test.sweep', '{}', 'standard' from generate_series(1, 40)`,
  )
  let done = 0
  queue.work(before, { concurrency: 1 }, async () => void done++)
  // At one task in each poll, forty tasks take eighty seconds.
  await expect.poll(() => done).toBe(40)
})
