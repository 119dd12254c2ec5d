import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, openSync, rmSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { acquireOwnerLock, isOwned } from './acquire-owner-lock.ts'
import { chooseAccount } from './choose-account.ts'
import { findBinaries } from './find-binaries.ts'
import { initCluster } from './init-cluster.ts'
import type { Log } from './log.ts'
import { PostgresStartError } from './postgres-start-error.ts'
import {
  type Folders,
  findSocketFolder,
  POSTGRES_PORT,
  prepareHome,
  prepareSocketFolder,
} from './prepare-folders.ts'
import { runAs } from './run-as.ts'
import { readPostmasterPid, stopLeftover } from './stop-leftover.ts'
import { waitUntilReady } from './wait-until-ready.ts'

export interface EmbeddedPostgresOptions {
  /** The parent must exist; the server uses only the subfolder `postgres`. */
  dataDir: string
  log: Log
  /** If a living process already runs this database, use its server instead of refusing. */
  share?: boolean
  /** PostgreSQL settings that override the defaults, for tests whose data may be lost. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** The application's own database, `vignette`. */
  connectionString: string
  /** The maintenance database, from which a caller creates and drops other databases. */
  adminUrl: string
  /** The pid of the server's process, for diagnosis. */
  readonly pid: number
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

const DATABASE = 'vignette'
const LOG_LIMIT_BYTES = 10_000_000
const RESTART_DELAY_MS = 1000
const FAST_SHUTDOWN_MS = 60_000

const SETTINGS = {
  listen_addresses: '',
  port: String(POSTGRES_PORT),
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  jit: 'off',
}

/**
 * Runs PostgreSQL as a child process on `dataDir`/postgres, reachable only through a Unix socket.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log } = options
  const binaries = await findBinaries()
  const folders = prepareHome(options.dataDir)
  if (options.share && isOwned(folders.home)) return shareServer(folders)
  const lock = acquireOwnerLock(folders.home)
  let output: number | undefined
  try {
    const account = chooseAccount(folders.home, [binaries.postgres, binaries.initdb])
    if (account.ids) chownSync(folders.home, account.ids.uid, account.ids.gid)
    const socketFolder = prepareSocketFolder(folders.home, account.ids)
    output = openSync(folders.logFile, 'a', 0o600)
    if (statSync(folders.logFile).size > LOG_LIMIT_BYTES) truncateSync(folders.logFile)

    const leftover = await stopLeftover(folders.cluster)
    if (leftover === 'stopped') log.warn('stopped a database server left from an earlier run')
    await initCluster(folders, binaries, account, output)

    const settings = Object.entries({ ...SETTINGS, ...options.settings })
    const command = [binaries.postgres, '-D', folders.cluster, '-k', socketFolder]
    for (const [name, value] of settings) command.push('-c', `${name}=${value}`)
    const launch = () => runAs(account, command, output ?? -1)
    const urlOf = (database: string) => addressOf(socketFolder, database)

    const server = await superviseServer({
      launch,
      ready: (child) => waitUntilReady(child, urlOf('postgres'), folders.logFile, log),
      log,
      ended: () => {
        rmSync(socketFolder, { recursive: true, force: true })
        lock.release()
        if (output !== undefined) closeSync(output)
      },
    })
    const createDatabase = async (name: string) => {
      await createIfMissing(urlOf('postgres'), name)
      return urlOf(name)
    }
    const connectionString = await createDatabase(DATABASE).catch(async (error: Error) => {
      await server.stop()
      throw new PostgresStartError(`The database could not be created: ${error.message}.`)
    })
    return {
      connectionString,
      adminUrl: urlOf('postgres'),
      get pid() {
        return server.pid()
      },
      createDatabase,
      stop: server.stop,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A server that another process owns; only the owner may stop the server. */
function shareServer(folders: Folders): EmbeddedPostgres {
  const socketFolder = findSocketFolder(folders.home)
  const adminUrl = addressOf(socketFolder, 'postgres')
  return {
    connectionString: addressOf(socketFolder, DATABASE),
    adminUrl,
    pid: readPostmasterPid(folders.cluster) ?? 0,
    createDatabase: async (name) => {
      await createIfMissing(adminUrl, name)
      return addressOf(socketFolder, name)
    },
    stop: async () => {},
  }
}

/** No client uses the host; the host only makes the URL valid for every parser. */
function addressOf(socketFolder: string, database: string): string {
  return `postgresql://postgres@localhost:${POSTGRES_PORT}/${database}?host=${encodeURIComponent(socketFolder)}`
}

interface Supervision {
  launch: () => ChildProcess
  ready: (child: ChildProcess) => Promise<void>
  log: EmbeddedPostgresOptions['log']
  ended: () => void
}

/** Keeps the server running until `stop`: a server that dies is started again. */
async function superviseServer({ launch, ready, log, ended }: Supervision) {
  let stopping: Promise<void> | undefined
  let child = launch()
  const stopOnExit = () => child.kill('SIGINT')
  process.once('exit', stopOnExit)

  const watch = (watched: ChildProcess) =>
    watched.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'the database server ended by itself and is started again')
      void restart()
    })
  const restart = async () => {
    await wait(RESTART_DELAY_MS)
    if (stopping) return
    child = launch()
    watch(child)
    await ready(child).catch((error: Error) => log.error(error.message))
  }
  const stop = () => (stopping ??= stopOnce())
  const stopOnce = async () => {
    process.removeListener('exit', stopOnExit)
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const gone = once(child, 'exit')
      child.kill('SIGINT')
      const patience = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS)
      await gone
      clearTimeout(patience)
    }
    ended()
  }
  child.on('error', () => undefined)
  try {
    await ready(child)
  } catch (error) {
    await stop()
    throw error
  }
  watch(child)
  return { stop, pid: () => child.pid ?? 0 }
}

async function createIfMissing(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
