import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@vignette/embedded-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { compose, secretOf } from '../../src/main/compose.ts'
import { readConfig } from '../../src/main/config.ts'
import { StartError } from '../../src/platform/start-error.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { createEmptyDatabase } from '../support/create-test-database.ts'
import { loadRelease01 } from '../support/load-release-0.1.ts'

const START = fileURLToPath(new URL('../../src/main/start.ts', import.meta.url))
const READY = /ready/
const log = pino({ level: 'silent' })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vignette-upgrade-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

/** Starts a real process and stops the process as soon as it is ready. */
function start(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [START], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: '0',
      SEED: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
    if (READY.test(chunk.toString())) child.kill('SIGTERM')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, said }))
  })
}

/** Composes the server in this process, as a start does, and closes it; answers the sentence of a refusal. */
async function composeOnce(env: Record<string, string>): Promise<string | undefined> {
  const config = readConfig({ LOG_LEVEL: 'silent', SEED: 'false', ...env }, secretOf)
  try {
    await (await compose(config, log)).close()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.message
  }
}

async function countMigrations(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select 1 from drizzle.__drizzle_migrations')
  await client.end()
  return rows.length
}

/** Runs the database below a folder while `use` runs. */
async function withDatabase<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  try {
    return await use(server.connectionString)
  } finally {
    await server.stop()
  }
}

test('a start on the embedded database of 0.1 first writes a backup, from which 0.1 can be restored', async () => {
  const dataDir = join(folder, 'own')
  await withDatabase(dataDir, loadRelease01)
  const { code, said } = await start({ DATA_DIR: dataDir })
  const file = join(dataDir, 'before-0.2.tar')
  expect(said).toContain(`The database of Vignette 0.1 is backed up in ${file}`)
  expect(code).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await withDatabase(dataDir, countMigrations)).toBe(2)
  const restored = join(folder, 'restored')
  await mkdir(restored)
  execFileSync('tar', ['-xf', file, '-C', restored])
  expect(await withDatabase(restored, countMigrations)).toBe(17)
}, 120_000)

test('with DATABASE_URL pg_dump writes the backup, and without pg_dump the start is refused', async () => {
  const database = await createEmptyDatabase()
  try {
    await loadRelease01(database.connectionString)
    const dataDir = join(folder, 'given')
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.connectionString }
    const tools = join(folder, 'tools')
    await mkdir(tools)
    vi.stubEnv('PATH', tools)
    expect(await composeOnce(env)).toMatch(
      /^The database is of Vignette 0\.1, and its backup [^\n]+ pg_dump is not there\. Install [^\n]+ Nothing was changed\.$/,
    )
    expect(await countMigrations(database.connectionString)).toBe(17)
    expect(await readdir(dataDir)).toEqual(['secret'])

    // Stands in for the operator's pg_dump, whose release must match the server's.
    const script = `#!/bin/sh\nfor word in "$@"; do case $word in --file=*) echo dumped > "\${word#--file=}";; esac; done\n`
    await writeFile(join(tools, 'pg_dump'), script)
    await chmod(join(tools, 'pg_dump'), 0o755)
    expect(await composeOnce(env)).toBeUndefined()
    const file = join(dataDir, 'before-0.2.dump')
    expect(await readFile(file, 'utf8')).toBe('dumped\n')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await countMigrations(database.connectionString)).toBe(2)
  } finally {
    await database.drop()
  }
}, 120_000)

test('without room for the backup the start is refused, and nothing is changed', async () => {
  const database = await createEmptyDatabase()
  try {
    await loadRelease01(database.connectionString)
    // Stands in for a database of an exabyte, which no disk of these tests has room for.
    await database.pool.query(`
      create function public.pg_database_size(name) returns bigint language sql
        return 1000000000000000000;
      do $$ begin execute
        format('alter database %I set search_path = public, pg_catalog', current_database());
      end $$`)
    const dataDir = join(folder, 'full')
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.connectionString }
    expect(await composeOnce(env)).toMatch(
      /^The database is of Vignette 0\.1, and its backup before the upgrade needs 1000000000100 MB in DATA_DIR \([^\n]+\/full\), where \d+ MB are free\. Make room and start again\. Nothing was changed\.$/,
    )
    expect(await countMigrations(database.connectionString)).toBe(17)
    expect(await readdir(dataDir)).toEqual(['secret'])
  } finally {
    await database.drop()
  }
}, 60_000)
