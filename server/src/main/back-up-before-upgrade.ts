import { spawn } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { makeFolder } from '../platform/make-folder.ts'
import { StartError } from '../platform/start-error.ts'
import { backUp } from './back-up.ts'
import type { Config } from './config.ts'

const MEGABYTE = 1_000_000
/** The WAL, which is added to the file besides the database. */
const LOG_BYTES = 100 * MEGABYTE
const ADVICE =
  'Install the client tools of PostgreSQL (postgresql-client), of the version of the server or later, and start again.'

/** Writes the database of 0.1 to a file in DATA_DIR; the upgrade changes no media, so the file holds none. */
export async function backUpBeforeUpgrade(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  connectionString: string,
  log: Logger,
): Promise<void> {
  const { dataDir, databaseUrl } = config
  makeFolder(dataDir)
  await requireRoom(connectionString, dataDir)
  const file = join(dataDir, databaseUrl ? 'before-0.2.dump' : 'before-0.2.tar')
  // The rename comes last: a file with the final name is complete.
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  try {
    if (databaseUrl) await dump(databaseUrl, partial)
    else await backUp({ connectionString, dataDir, file: partial, databaseOnly: true })
  } catch (error) {
    rmSync(partial, { force: true })
    throw new StartError(
      `The database is of Vignette 0.1, and its backup before the upgrade could not be written to ${file}: ${(error as Error).message} Nothing was changed.`,
      { cause: error },
    )
  }
  renameSync(partial, file)
  log.info({ file }, 'the database of 0.1 was backed up before its upgrade')
  console.log(`The database of Vignette 0.1 is backed up in ${file}, and brought over now.`)
}

async function requireRoom(connectionString: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  await client.end()
  const needed = Number(rows[0]?.bytes) + LOG_BYTES
  const disk = await statfs(dataDir)
  const free = disk.bavail * disk.bsize
  if (free >= needed) return
  throw new StartError(
    `The database is of Vignette 0.1, and its backup before the upgrade needs ${Math.ceil(needed / MEGABYTE)} MB in DATA_DIR (${dataDir}), where ${Math.floor(free / MEGABYTE)} MB are free. Make room and start again. Nothing was changed.`,
  )
}

/** Runs the operator's pg_dump; the password travels in the environment, which no process list shows. */
async function dump(databaseUrl: string, file: string): Promise<void> {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  writeFileSync(file, '', { mode: 0o600 })
  const child = spawn('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${url.href}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  }).catch(() => {
    throw new Error(`pg_dump is not there. ${ADVICE}`)
  })
  if (code !== 0) throw new Error(`${complaint.trim() || 'pg_dump was ended.'} ${ADVICE}`)
}
