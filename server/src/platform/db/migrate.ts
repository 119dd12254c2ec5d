import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { isDiskFull } from '../storage/disk-room.ts'
import { defineLock } from './lock.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
const migrating = defineLock(8_402_101)

/** Brings the schema up to date. Of many processes that start at once one migrates; the rest wait for it to end. */
export async function migrate(
  connectionString: string,
  { folder = MIGRATIONS }: { folder?: string } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'vignette-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrating.number])
    const known = readMigrationFiles({ migrationsFolder: folder })
    refuseStranger(await readJournal(client), known)
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
    await allowTrigrams(client)
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause
    throw new StartError(
      'The disk of the database is full, so that its tables could not be made or changed: make room there and start again.',
      { cause },
    )
  } finally {
    // Ending the session releases the advisory lock, also after a failure.
    await client.end()
  }
}

/**
 * PostgreSQL's error codes for a role that may not create extensions, and for a server without this
 * extension.
 */
const REFUSED = ['42501', '0A000', '58P01']

/**
 * Creates the extension `pg_trgm`, which corrects misspelt searches. A hosted database may refuse
 * it; searches then work without corrections.
 */
async function allowTrigrams(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('search_words') is not null as there",
  )
  if (!rows[0]?.there) return
  try {
    await client.query('create extension if not exists pg_trgm')
    await client.query(
      'create index if not exists search_words_near on search_words using gin (word gin_trgm_ops) with (fastupdate = off)',
    )
  } catch (error) {
    if (!REFUSED.includes((error as { code?: string }).code ?? '')) throw error
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

/**
 * Refuses a database with unknown migrations. A later release's database passes, since its list
 * begins with this release's list: both releases may run side by side.
 */
function refuseStranger(applied: string[], known: { hash: string }[]): void {
  if (known.every(({ hash }, at) => applied[at] === undefined || applied[at] === hash)) return
  throw new StartError(
    'This database was made by an unreleased version of Vignette and cannot be brought over: start with an empty database (another DATA_DIR or DATABASE_URL).',
  )
}
