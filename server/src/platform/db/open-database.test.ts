import { eq, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { openDatabase } from './open-database.ts'
import { prepared } from './prepared.ts'

const notes = pgTable('notes', { key: text(), value: text() })

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a connection names its application to the server', async () => {
  const { rows } = await database.db.execute(
    sql`select current_setting('application_name') as name`,
  )
  expect(rows).toEqual([{ name: 'vignette-test' }])
})

test('the server ends a query that runs too long', async () => {
  const hasty = openDatabase({
    connectionString: database.connectionString,
    applicationName: 'hasty',
    statementTimeoutMs: 20,
    log: pino({ level: 'silent' }),
  })
  await expect(hasty.pool.query('select pg_sleep(20)')).rejects.toThrow('statement timeout')
  await hasty.close()
})

test('the pool survives the loss of an idle connection and reconnects', async () => {
  const lost: unknown[] = []
  const opened = openDatabase({
    connectionString: database.connectionString,
    applicationName: 'to-be-cut',
    log: { warn: (...words: unknown[]) => void lost.push(words) },
  })
  await opened.pool.query('select 1')
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to-be-cut'`,
  )
  await expect.poll(() => lost.length).toBe(1)
  const { rows } = await opened.pool.query('select 1 as one')
  expect(rows).toEqual([{ one: 1 }])
  await opened.close()
})

test('the pool tells of no lost connection once it is being closed', async () => {
  const told: unknown[] = []
  const opened = openDatabase({
    connectionString: database.connectionString,
    applicationName: 'to-be-closed',
    log: { warn: (...words: unknown[]) => void told.push(words) },
  })
  const client = await opened.pool.connect()
  const closed = opened.close()
  opened.pool.emit(
    'error',
    new Error('terminating connection due to administrator command'),
    client,
  )
  client.release()
  await closed
  expect(told).toEqual([])
})

test('the pool survives the loss of a connection between two statements of a transaction', async () => {
  const opened = openDatabase({
    connectionString: database.connectionString,
    applicationName: 'to-be-cut-inside',
    log: pino({ level: 'silent' }),
  })
  const client = await opened.pool.connect()
  await client.query('begin')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to-be-cut-inside'`,
  )
  await ended
  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)
  const { rows } = await opened.pool.query('select 1 as one')
  expect(rows).toEqual([{ one: 1 }])
  await opened.close()
})

test('the pool gets a connection back that is lost as a transaction begins', async () => {
  const opened = openDatabase({
    connectionString: database.connectionString,
    applicationName: 'to-be-cut-at-begin',
    poolSize: 1,
    log: pino({ level: 'silent' }),
  })
  opened.pool.once('acquire', (client) => {
    client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
  })
  await expect(opened.db.transaction(async () => 'never')).rejects.toThrow()
  expect(await opened.db.transaction(async () => 'again')).toBe('again')
  await opened.close()
})

test('a prepared statement that a transaction runs sees what the transaction wrote', async () => {
  const valueOf = prepared((db) => {
    const key = sql.placeholder('key')
    return db.select({ value: notes.value }).from(notes).where(eq(notes.key, key))
  })
  await database.db.execute(sql`create table notes (key text, value text)`)
  await expect(
    database.db.transaction(async (tx) => {
      await tx.insert(notes).values({ key: 'a', value: 'inside' })
      expect(await valueOf(tx).execute({ key: 'a' })).toEqual([{ value: 'inside' }])
      expect(await valueOf(database.db).execute({ key: 'a' })).toEqual([])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await valueOf(database.db).execute({ key: 'a' })).toEqual([])
})
