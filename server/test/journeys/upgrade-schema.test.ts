import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/platform/db/migrate.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../support/create-test-database.ts'
import { describeSchema } from '../support/describe-schema.ts'
import { loadRelease01 } from '../support/load-release-0.1.ts'

let fresh: TestDatabase
let upgraded: TestDatabase
beforeAll(async () => {
  fresh = await createTestDatabase()
  upgraded = await createEmptyDatabase()
  await loadRelease01(upgraded.connectionString)
})
afterAll(async () => {
  await fresh.drop()
  await upgraded.drop()
})

const journalOf = async ({ pool }: TestDatabase) =>
  (await pool.query('select hash, created_at from drizzle.__drizzle_migrations order by 2')).rows

test('a database of 0.1 comes to the very schema and journal of a new one', async () => {
  await migrate(upgraded.connectionString)
  expect(await describeSchema(upgraded.pool)).toEqual(await describeSchema(fresh.pool))
  expect(await journalOf(upgraded)).toEqual(await journalOf(fresh))
})
