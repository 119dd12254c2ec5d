import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { isDatabaseAway } from './database-error.ts'
import { openDatabase } from './open-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test.each([
  'postgresql://postgres@127.0.0.1:1/nothing',
  'postgresql://postgres@localhost/nothing?host=/nowhere',
])('a server that does not answer at %s is away', async (connectionString) => {
  const log = pino({ level: 'silent' })
  const nowhere = openDatabase({ connectionString, applicationName: 'nowhere', log })
  expect(isDatabaseAway(await failureOf(nowhere.db.execute(sql`select 1`)))).toBe(true)
  expect(isDatabaseAway(await failureOf(nowhere.db.transaction(async () => undefined)))).toBe(true)
  await nowhere.close()
})

test('a server that ends the connection is away', async () => {
  const cut = failureOf(database.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
  expect(isDatabaseAway(await cut)).toBe(true)
})

test('a query that the database refuses does not mean that the database is away', async () => {
  const refused = failureOf(database.db.execute(sql`select * from nothing_of_this_name`))
  expect(isDatabaseAway(await refused)).toBe(false)
  expect(isDatabaseAway(new Error('no such thing'))).toBe(false)
})
