import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open-database.ts'
import { databaseAddress } from './database-address.ts'

export interface TestDatabase extends OpenDatabase {
  connectionString: string
  /** Closes the pool and drops the database. */
  drop(): Promise<void>
}

/** A fresh, migrated database for one test file, cloned in tens of milliseconds. */
export function createTestDatabase(): Promise<TestDatabase> {
  // Copied as files, which takes a quarter of the time of a copy through the write-ahead log.
  return createDatabase(`template ${inject('templateDatabase')} strategy file_copy`)
}

/** An empty database without migrations, as an operator creates one. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase("template template0 encoding 'UTF8'")
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const name = `vignette_test_${randomBytes(8).toString('hex')}`
  await asAdmin(`create database ${name} ${options}`)
  const connectionString = databaseAddress(inject('adminUrl'), name)
  const database = openDatabase({
    connectionString,
    applicationName: 'vignette-test',
    log: pino({ level: 'warn' }),
  })
  return {
    ...database,
    connectionString,
    drop: async () => {
      await database.close()
      await asAdmin(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Shared by the files of a worker, since a connection takes as long as a clone. */
let admin: pg.Pool | undefined

async function asAdmin(sql: string): Promise<void> {
  if (!admin) {
    admin = new pg.Pool({ connectionString: inject('adminUrl'), allowExitOnIdle: true })
    // The server may end before this worker does.
    admin.on('error', () => undefined)
  }
  await admin.query(sql)
}
