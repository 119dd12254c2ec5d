import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isOwned, startEmbeddedPostgres, stopLeftover } from '@vignette/embedded-postgres'
import { makeSchema } from '@vignette/stripe-sandbox'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { declareTasks } from '../../src/main/start-worker.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openQueue } from '../../src/platform/queue/queue.ts'
import { databaseAddress } from './database-address.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    templateDatabase: string
  }
}

const PREFIX = 'vignette-tests-'

/** Once per run: starts PostgreSQL, or takes the server of TEST_DATABASE_URL, and migrates a template to clone. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL']
    ? { adminUrl: process.env['TEST_DATABASE_URL'], stop: async () => {} }
    : await startOwnServer()
  const template = `vignette_template_${randomBytes(6).toString('hex')}`
  try {
    await command(server.adminUrl, `create database ${template} template template0 encoding 'UTF8'`)
    await migrate(databaseAddress(server.adminUrl, template))
    await prepareQueue(databaseAddress(server.adminUrl, template))
    await prepareSandbox(databaseAddress(server.adminUrl, template))
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('adminUrl', server.adminUrl)
  project.provide('templateDatabase', template)
  return async () => {
    await command(server.adminUrl, `drop database if exists ${template} with (force)`)
    await server.stop()
  }
}

/**
 * Prepares the queue as a first start does, which would take each of hundreds of servers half a
 * second.
 */
async function prepareQueue(connectionString: string): Promise<void> {
  const queue = await openQueue({ connectionString, log: pino({ level: 'warn' }), supervise: true })
  await declareTasks({ queue })
  await queue.stop({ graceMs: 0 })
}

async function prepareSandbox(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString })
  await makeSchema(pool)
  await pool.end()
}

/** A memory disk, where a clone takes a fifth of the time, if the machine has room for one. */
const MEMORY_DISK = '/dev/shm'
const ROOM_BYTES = 4_000_000_000

function findRoom(): string {
  if (!existsSync(MEMORY_DISK) || os.freemem() < ROOM_BYTES) return os.tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize < ROOM_BYTES ? os.tmpdir() : MEMORY_DISK
}

async function startOwnServer(): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  await sweepAbandoned(os.tmpdir())
  if (existsSync(MEMORY_DISK)) await sweepAbandoned(MEMORY_DISK)
  const dataDir = await mkdtemp(path.join(findRoom(), PREFIX))
  const server = await startEmbeddedPostgres({
    dataDir,
    log: pino({ level: 'warn' }),
    // These rows live for seconds; the tests of durability start their own servers.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  return {
    adminUrl: server.adminUrl,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Drops the databases that a killed test run left behind. */
async function sweepAbandoned(root: string): Promise<void> {
  for (const name of readdirSync(root)) {
    const folder = path.join(root, name)
    const home = path.join(folder, 'postgres')
    if (!name.startsWith(PREFIX) || !existsSync(path.join(home, 'owner.lock'))) continue
    if (isOwned(home)) continue
    await stopLeftover(path.join(home, 'cluster')).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
