import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/platform/db/migrate.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../support/create-test-database.ts'
import { describeSchema } from '../support/describe-schema.ts'
import { loadRelease01 } from '../support/load-release-0.1.ts'

let old: TestDatabase
beforeEach(async () => {
  old = await createEmptyDatabase()
  await loadRelease01(old.connectionString)
})
afterEach(() => old.drop())

const journalOf = async ({ pool }: TestDatabase) =>
  (await pool.query('select hash, created_at from drizzle.__drizzle_migrations order by 2')).rows

test('a database of 0.1 gets exactly the schema and journal of a new one', async () => {
  const fresh = await createTestDatabase()
  try {
    await migrate(old.connectionString)
    expect(await describeSchema(old.pool)).toEqual(await describeSchema(fresh.pool))
    expect(await journalOf(old)).toEqual(await journalOf(fresh))
  } finally {
    await fresh.drop()
  }
})

test('ten starts at once write one backup and upgrade the database once', async () => {
  let backups = 0
  const backUp = async () => {
    expect(await journalOf(old)).toHaveLength(17)
    backups += 1
  }
  await Promise.all(Array.from({ length: 10 }, () => migrate(old.connectionString, { backUp })))
  expect(backups).toBe(1)
  expect(await journalOf(old)).toHaveLength(2)
})

test('a failed backup leaves the database unchanged, and the next start begins again', async () => {
  const before = await describeSchema(old.pool)
  const backUp = () => Promise.reject(new Error('no room'))
  await expect(migrate(old.connectionString, { backUp })).rejects.toThrow('no room')
  expect(await describeSchema(old.pool)).toEqual(before)
  await migrate(old.connectionString)
  expect(await journalOf(old)).toHaveLength(2)
})

test('a start killed in the middle leaves the database unchanged, and the next start upgrades completely', async () => {
  const before = await describeSchema(old.pool)
  const blocker = new pg.Client({ connectionString: old.connectionString })
  await blocker.connect()
  // The journal may be read but not written, so the upgrade blocks after the whole script has run.
  await blocker.query('begin; lock table drizzle.__drizzle_migrations in share mode')
  const killed = migrate(old.connectionString).then(
    () => 'done',
    (error: Error) => error.message,
  )
  const findWaiting = async () => {
    const { rows } = await old.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
         and application_name = 'vignette-migrate' and wait_event_type = 'Lock'`,
    )
    return rows[0]?.pid
  }
  await expect.poll(findWaiting).toBeDefined()
  await old.pool.query('select pg_terminate_backend($1)', [await findWaiting()])
  expect(await killed).not.toBe('done')
  await blocker.end()
  expect(await describeSchema(old.pool)).toEqual(before)
  await migrate(old.connectionString)
  expect(await journalOf(old)).toHaveLength(2)
})

test('a start beside a process of 0.1 is refused', async () => {
  const running = new pg.Client({
    connectionString: old.connectionString,
    application_name: 'vignette-worker',
  })
  await running.connect()
  await expect(migrate(old.connectionString)).rejects.toThrow(/^Processes of Vignette 0.1 still/)
  await running.end()
})

test('a database of an unreleased version is refused, and a database of a later release is not', async () => {
  await migrate(old.connectionString)
  await old.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of-a-later-release', 4000000000000)`,
  )
  await migrate(old.connectionString)
  await old.pool.query(`delete from drizzle.__drizzle_migrations where hash = 'of-a-later-release'`)
  await old.pool.query(`update drizzle.__drizzle_migrations set hash = 'other' where id =
    (select max(id) from drizzle.__drizzle_migrations)`)
  await expect(migrate(old.connectionString)).rejects.toThrow(/^This database was made by an unrel/)
})
