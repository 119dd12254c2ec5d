import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { LOCKS } from './lock.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Brings the schema up to date; of many processes that start at once, one does it and the others wait. */
export async function migrate(
  connectionString: string,
  migrationsFolder: string = MIGRATIONS,
): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'vignette-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migration])
    await applyMigrations(drizzle(client), { migrationsFolder })
  } finally {
    // Ending the session gives the lock back, whatever happened.
    await client.end()
  }
}
