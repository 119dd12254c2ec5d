import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { LOCKS } from './lock.ts'
import { isRelease01, upgradeFrom01 } from './upgrade-from-0.1.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

export interface MigrateOptions {
  folder?: string
  /** Called before a database of 0.1 is changed; a throw leaves the database as it was. */
  backUp?: () => Promise<void>
}

/** Brings the schema up to date; of many processes that start at once, one migrates and the others wait. */
export async function migrate(
  connectionString: string,
  { folder = MIGRATIONS, backUp }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'vignette-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migration])
    const known = readMigrationFiles({ migrationsFolder: folder })
    const applied = await readJournal(client)
    if (isRelease01(applied)) await upgradeFrom01(client, folder, known.slice(0, 2), backUp)
    else refuseStranger(applied, known)
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
  } finally {
    // Ending the session releases the advisory lock, also after a failure.
    await client.end()
  }
}

/** The hashes of the migrations applied to this database, oldest first. */
async function readJournal(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ hash }) => hash)
}

/** A database of a later release passes: its migrations begin with ours, and both releases may run side by side. */
function refuseStranger(applied: string[], known: { hash: string }[]): void {
  if (known.every(({ hash }, at) => applied[at] === undefined || applied[at] === hash)) return
  throw new StartError(
    'This database was made by an unreleased version of Vignette, between 0.1 and this one, and cannot be brought over: restore a backup that 0.1 wrote, or start with an empty database (another DATA_DIR or DATABASE_URL).',
  )
}
