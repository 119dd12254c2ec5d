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

async function open(): Promise<Queue> {
  const { connectionString } = database
  const queue = await openQueue({
    connectionString,
    log: pino({ level: 'silent' }),
    supervise: false,
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

test('a database of an earlier release gets the settings of this one', async () => {
  await (await open()).declare([before])
  const queue = await open()
  await queue.declare([now])
  const { rows } = await database.db.execute(
    sql`select policy, retry_limit, expire_seconds from pgboss.queue where name = 'test.sweep'`,
  )
  expect(rows).toEqual([{ policy: 'short', retry_limit: 5, expire_seconds: 3600 }])
})

test('what has become exclusive is queued once, over what waited before', async () => {
  const old = await open()
  await old.declare([before])
  await old.send(database, before, {}, { singletonKey: 'one' })
  await old.send(database, before, {}, { singletonKey: 'one' })
  expect(await waiting()).toBe(2)
  const queue = await open()
  await queue.declare([now])
  await queue.send(database, now, {}, { singletonKey: 'one' })
  await queue.send(database, now, {}, { singletonKey: 'one' })
  expect(await waiting()).toBe(3)
})

test('what is due by its time is done though nobody announces it', async () => {
  const queue = await open()
  await queue.declare([before])
  const done: string[] = []
  queue.work(before, { concurrency: 1 }, async () => void done.push('once'))
  await database.db.execute(
    sql`insert into pgboss.job (name, data, policy) values ('test.sweep', '{}', 'standard')`,
  )
  await expect.poll(() => done, { timeout: 5_000 }).toEqual(['once'])
})
