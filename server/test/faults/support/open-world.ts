import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@vignette/embedded-postgres'
import { pino } from 'pino'
import { openDatabase } from '../../../src/platform/db/open-database.ts'
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts'
import { UNLIMITED_RATES } from '../../support/browser.ts'
import { COMPILE_CACHE } from '../../support/compile-cache.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/create-test-database.ts'
import type { FaultyStore } from './faulty-store.ts'
import { findProcesses } from './find-processes.ts'
import type { Installation } from './installation.ts'
import { type ServerProcess, startProcess } from './start-process.ts'

export type Role = 'all' | 'web' | 'worker'

/** An installation of real processes over one database and one folder. */
export interface World extends Installation {
  /** Present where the world has its own database server, which a test may stop. */
  server: DatabaseServer | undefined
  dataDir: string
  env: Record<string, string>
  start(role: Role, env?: Record<string, string>): Promise<ServerProcess>
  /** The output of every process. */
  outputs(): string
  /** Ends every process and removes the database and folder, even after a failure. */
  close(): Promise<void>
}

export interface DatabaseServer {
  stop(): Promise<void>
  start(): Promise<void>
}

export interface WorldOptions {
  env?: Record<string, string>
  /** Starts a PostgreSQL of the world's own, which the test may stop. */
  ownServer?: boolean
  /** Leaves the database without any table. */
  emptyDatabase?: boolean
  /** Keeps files in this store instead of a folder. */
  store?: FaultyStore
  /** The books of a gateway other than the sandbox. */
  charges?: Installation['charges']
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'vignette-fault-'))
  const dataDir = join(folder, 'data')
  const tmp = join(folder, 'tmp')
  await mkdir(dataDir)
  await mkdir(tmp)
  const own = options.ownServer ? await openOwnServer(join(folder, 'db')) : undefined
  const passing = own
    ? undefined
    : await (options.emptyDatabase ? createEmptyDatabase() : createTestDatabase())
  const database = own?.database ?? passing
  if (!database) throw new Error('a world without a database')
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    TMPDIR: tmp,
    NODE_ENV: 'production',
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    SECRET: 'a-secret-of-fault-tests-that-all-processes-share',
    PORT: '0',
    LOG_LEVEL: 'warn',
    SEED: 'false',
    // A random moderation score of a test picture must not fail the test.
    NSFW_THRESHOLD: '1',
    NSFW_REFUSE_THRESHOLD: '1',
    ...UNLIMITED_RATES,
    ...options.store?.env,
    ...options.env,
  }
  const started: ServerProcess[] = []
  return {
    database,
    server: own?.server,
    dataDir,
    dataDirs: [dataDir],
    env,
    openStorage: () => options.store?.openStorage() ?? openDiskStorage(join(dataDir, 'media')),
    ...(options.charges ? { charges: options.charges } : {}),
    async start(role, extra = {}) {
      const process = await startProcess(role, { ...env, ...extra })
      started.push(process)
      return process
    },
    pids: () => findProcesses(tmp),
    outputs: () => started.map((one) => `${one.role} ${one.pid}:\n${one.output()}`).join('\n'),
    async stopAll() {
      await Promise.all(started.map((one) => one.terminate()))
    },
    async close() {
      for (const one of started) one.thaw()
      await Promise.all(started.map((one) => one.kill()))
      await own?.close()
      await passing?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openOwnServer(dataDir: string) {
  const log = pino({ level: 'silent' })
  const open = () => startEmbeddedPostgres({ dataDir, log })
  let server: EmbeddedPostgres = await open()
  const { connectionString } = server
  const database = openDatabase({ connectionString, applicationName: 'vignette-fault', log })
  return {
    database: { ...database, connectionString },
    server: {
      stop: () => server.stop(),
      async start() {
        server = await open()
      },
    },
    async close() {
      await database.close()
      await server.stop()
    },
  }
}
