import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readStartTime } from './inspect-process.ts'
import type { Log } from './log.ts'
import { PostgresStartError } from './postgres-start-error.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

const log: Log = { info() {}, warn() {}, error() {} }
const makeFolder = () => mkdtemp(path.join(os.tmpdir(), 'vignette-test-embedded-'))
let created: string
let dataDir: string

beforeAll(async () => {
  created = await makeFolder()
  await (await startEmbeddedPostgres({ dataDir: created, log })).stop()
})
afterAll(() => rm(created, { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = await makeFolder()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Copies a cluster that the server created, because creating one takes seconds. */
function copyCluster(folder = dataDir): Promise<void> {
  const place = (root: string) => path.join(root, 'postgres/cluster')
  return cp(place(created), place(folder), { recursive: true })
}

async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another Node process that starts the server. */
function runProgram(then = '') {
  const modules = { start: './start-embedded-postgres.ts' }
  const program = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL(modules.start, import.meta.url))}
    const quiet = { info() {}, warn() {}, error() {} }
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: quiet })
    ${then}
  `
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Kills a process that starts the server once its initdb writes; initdb itself lives on. */
async function dieWhileCreating(): Promise<void> {
  const child = runProgram()
  const isWriting = () =>
    readdir(path.join(dataDir, 'postgres'), { recursive: true }).then(
      (names) => names.some((name) => name.includes('cluster.new') && name.endsWith('PG_VERSION')),
      () => false,
    )
  await expect.poll(isWriting, { interval: 5, timeout: 20_000 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/**
 * Starts another Node process that starts the server, writes one row, and is killed with SIGKILL.
 */
async function writeAndDie(): Promise<number> {
  const child = runProgram(`
    const client = new pg.Client({ connectionString: server.connectionString })
    await client.connect()
    await client.query('create table kept (word text); insert into kept values (\\'committed\\')')
    console.log(server.pid)
    setInterval(() => {}, 1000)
  `)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return Number(line.toString())
}

/** A zombie counts as dead. */
const isAlive = (pid: number) => readStartTime(pid) !== undefined

describe('embedded PostgreSQL', () => {
  test('the cluster is durable, Unicode, checksummed, and unreachable over the network', async () => {
    await copyCluster()
    const server = await startEmbeddedPostgres({ dataDir, log })
    const [row] = await query(
      server.connectionString,
      `select current_database() as name, current_setting('fsync') as fsync,
        current_setting('server_encoding') as encoding, current_setting('data_checksums') as sums,
        current_setting('listen_addresses') as listens, upper('é') as upper`,
    )
    await server.stop()
    expect(row).toEqual({
      name: 'vignette',
      fsync: 'on',
      encoding: 'UTF8',
      sums: 'on',
      listens: '',
      upper: 'É',
    })
  })

  test('rows survive a restart, and a stop leaves no process behind', async () => {
    await copyCluster()
    const first = await startEmbeddedPostgres({ dataDir, log })
    await query(first.connectionString, `create table kept as select 'one' as word`)
    const { pid } = first
    await first.stop()
    expect(isAlive(pid)).toBe(false)

    const second = await startEmbeddedPostgres({ dataDir, log })
    const rows = await query(second.connectionString, 'select word from kept')
    await second.stop()
    expect(rows).toEqual([{ word: 'one' }])
  })

  test('a server whose owner was killed is stopped, and committed rows are kept', async () => {
    await copyCluster()
    const orphan = await writeAndDie()
    expect(isAlive(orphan)).toBe(true)
    const server = await startEmbeddedPostgres({ dataDir, log })
    const rows = await query(server.connectionString, 'select word from kept')
    expect(isAlive(orphan)).toBe(false)
    await server.stop()
    expect(rows).toEqual([{ word: 'committed' }])
  })

  test('a start that is killed while the database is created goes on at the next start', async () => {
    await dieWhileCreating()
    const server = await startEmbeddedPostgres({ dataDir, log })
    const rows = await query(server.connectionString, 'select 1 as one')
    await server.stop()
    expect(rows).toEqual([{ one: 1 }])
    expect(await readdir(path.join(dataDir, 'postgres'))).not.toContainEqual(
      expect.stringMatching(/^cluster\.new/),
    )
  })

  test('a pid file whose pid now belongs to another program does not stop the start', async () => {
    await copyCluster()
    const server = await startEmbeddedPostgres({ dataDir, log })
    const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid')
    const text = await readFile(pidFile, 'utf8')
    await server.stop()
    await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)))
    const again = await startEmbeddedPostgres({ dataDir, log })
    await again.stop()
  })

  test('a server process that dies is started again', async () => {
    await copyCluster()
    const server = await startEmbeddedPostgres({ dataDir, log })
    const { pid } = server
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => query(server.connectionString, 'select 1 as one').catch(() => []), {
        timeout: 15_000,
      })
      .toEqual([{ one: 1 }])
    expect(server.pid).not.toBe(pid)
    await server.stop()
  })

  test('a server with a living owner is left alone', async () => {
    await copyCluster()
    const server = await startEmbeddedPostgres({ dataDir, log })
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
      `Another Vignette (process ${process.pid}) already uses the database`,
    )
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('a command that asks to share gets the server of a living owner', async () => {
    await copyCluster()
    const server = await startEmbeddedPostgres({ dataDir, log })
    const lent = await startEmbeddedPostgres({ dataDir, log, share: true })
    expect(lent.pid).toBe(server.pid)
    await lent.stop()
    expect(await query(lent.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('a data folder may have a path that is too long for a socket', async () => {
    const deep = path.join(dataDir, 'd'.repeat(60), 'e'.repeat(60))
    await copyCluster(deep)
    const server = await startEmbeddedPostgres({ dataDir: deep, log })
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('the error names the folder whose parent does not exist', async () => {
    const start = startEmbeddedPostgres({ dataDir: path.join(dataDir, 'absent/data'), log })
    await expect(start).rejects.toThrow(PostgresStartError)
    await expect(start).rejects.toThrow(/^The folder .*absent\/data cannot be written \(ENOENT\)/)
  })

  test('the error names both releases if the data is of another PostgreSQL', async () => {
    await mkdir(path.join(dataDir, 'postgres/cluster'), { recursive: true })
    await writeFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
      /written by PostgreSQL 17 and this release runs 18/,
    )
  })
})
