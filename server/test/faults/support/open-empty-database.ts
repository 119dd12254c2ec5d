import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openDatabase } from '../../../src/platform/db/open-database.ts'
import { addressOf } from '../../support/address-of.ts'
import type { TestDatabase } from '../../support/create-test-database.ts'

/** A database as an operator creates it: nothing has migrated it yet. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  const name = `vignette_test_${randomBytes(8).toString('hex')}`
  await asAdmin(`create database ${name} template template0 encoding 'UTF8'`)
  const connectionString = addressOf(inject('adminUrl'), name)
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

async function asAdmin(command: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}
