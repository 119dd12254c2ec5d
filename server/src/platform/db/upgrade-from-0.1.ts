import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../start-error.ts'

/** The end of 0.1's journal: 17 migrations, and the hash of the last one. */
const MIGRATIONS_OF_01 = 17
const LAST_OF_01 = '38b9ae8318e2ef856c818baec6e293f177485b5c861faf19dbcbe4dc81353492'

export function isRelease01(applied: string[]): boolean {
  return applied.length === MIGRATIONS_OF_01 && applied.at(-1) === LAST_OF_01
}

/** One transaction: a process killed in the middle leaves the 0.1 database unchanged. */
export async function upgradeFrom01(
  client: pg.Client,
  folder: string,
  becomes: { hash: string; folderMillis: number }[],
  backUp: (() => Promise<void>) | undefined,
): Promise<void> {
  await refuseRunning(client)
  await backUp?.()
  await client.query('begin')
  await client.query(await readFile(join(folder, 'from-0.1.sql'), 'utf8'))
  await client.query('delete from drizzle.__drizzle_migrations')
  for (const { hash, folderMillis } of becomes) {
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, folderMillis],
    )
  }
  await client.query('commit')
}

/** Rows that 0.1 writes during the backup would be lost, and 0.1 cannot write to the new schema. */
async function refuseRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database()
       and application_name in ('vignette-all', 'vignette-web', 'vignette-worker') limit 1`,
  )
  if (rows.length === 0) return
  throw new StartError(
    'Processes of Vignette 0.1 still use this database. Stop all of them, then start this version again: it writes a backup and brings the database over.',
  )
}
