import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type OpenDatabase, openDatabase } from '../../../src/platform/db/open-database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/platform/db/postgres/start-embedded-postgres.ts'
import { UNLIMITED_RATES } from '../../support/browser.ts'
import { createTestDatabase } from '../../support/create-test-database.ts'
import { findProcesses } from './find-processes.ts'
import { type ServerProcess, startProcess } from './start-process.ts'

export type Role = 'all' | 'web' | 'worker'

/** A whole installation of real processes over one database and one folder. */
export interface World {
  database: OpenDatabase & { connectionString: string }
  /** Given where the world has a database server of its own, which a test may stop. */
  server: DatabaseServer | undefined
  dataDir: string
  env: Record<string, string>
  start(role: Role, env?: Record<string, string>): Promise<ServerProcess>
  /** Ids of all its living processes, children included, whoever started them. */
  pids(): number[]
  /** What every process said. */
  outputs(): string
  /** SIGTERM to all that still run, and the end of it. */
  stopAll(): Promise<void>
  /** The end of everything, whatever happened. */
  close(): Promise<void>
}

export interface DatabaseServer {
  stop(): Promise<void>
  start(): Promise<void>
}

export async function openWorld(
  options: { env?: Record<string, string>; ownServer?: boolean } = {},
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'vignette-fault-'))
  const dataDir = join(folder, 'data')
  const tmp = join(folder, 'tmp')
  await mkdir(dataDir)
  await mkdir(tmp)
  const own = options.ownServer ? await openOwnServer(join(folder, 'db')) : undefined
  const database = own ? own.database : await createTestDatabase()
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    TMPDIR: tmp,
    NODE_ENV: 'production',
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    SECRET: 'a-secret-of-fault-tests-that-all-processes-share',
    PORT: '0',
    LOG_LEVEL: 'warn',
    SEED: 'false',
    // A machine that is busy with tests must not judge pictures by chance.
    NSFW_THRESHOLD: '1',
    NSFW_REFUSE_THRESHOLD: '1',
    ...UNLIMITED_RATES,
    ...options.env,
  }
  const started: ServerProcess[] = []
  return {
    database,
    server: own?.server,
    dataDir,
    env,
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
      if (own) await own.close()
      else await (database as Awaited<ReturnType<typeof createTestDatabase>>).drop()
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
