import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@vignette/embedded-postgres'
import pg from 'pg'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { fillCatalogue, type Size } from './fill-catalogue.ts'
import { CACHE } from './folders.ts'

/**
 * Increase this number when fill-catalogue.ts writes other rows, so that cached databases are
 * rebuilt.
 */
const FORM = 6

export const SIZES = {
  small: { recipes: 1_000, creations: 10_000 },
  large: { recipes: 1_000_000, creations: 10_000_000 },
} satisfies Record<string, Size>

export interface BenchDatabases {
  /** A migrated, empty database, recreated each time. */
  createEmpty(name: string): Promise<string>
  /** A database without tables, for a peer that creates its own. */
  createBare(name: string): Promise<string>
  /** A database that is filled once and kept between runs. */
  openCatalogue(size: keyof typeof SIZES): Promise<string>
  stop(): Promise<void>
}

/** The product's embedded PostgreSQL, durable, with the memory settings of a dedicated server. */
export async function startDatabases(): Promise<BenchDatabases> {
  const dataDir = path.join(CACHE, 'database')
  await mkdir(dataDir, { recursive: true })
  const complain = (...words: unknown[]) => console.error(...words)
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => {}, warn: complain, error: complain },
    settings: {
      shared_buffers: '2GB',
      effective_cache_size: '8GB',
      max_wal_size: '8GB',
      wal_level: 'minimal',
      max_wal_senders: '0',
    },
  })
  const createBare = async (name: string) => {
    await query(server.adminUrl, `drop database if exists ${name} with (force)`)
    return server.createDatabase(name)
  }
  return {
    createBare,
    createEmpty: async (name) => {
      const url = await createBare(name)
      await migrate(url)
      return url
    },
    openCatalogue: (size) => openCatalogue(server, size),
    stop: () => server.stop(),
  }
}

async function openCatalogue(server: EmbeddedPostgres, size: keyof typeof SIZES): Promise<string> {
  const name = `catalogue_${size}`
  const url = await server.createDatabase(name)
  if ((await isFilled(url)) && (await isMigrated(url))) return url
  // An interrupted run leaves a database without indexes, and migrations cannot be undone.
  await query(server.adminUrl, `drop database ${name} with (force)`)
  await server.createDatabase(name)
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const began = performance.now()
    await fillCatalogue(client, SIZES[size], (line) => {
      const seconds = Math.round((performance.now() - began) / 1000)
      console.error(`  ${size} catalogue, ${seconds} s: ${line}`)
    })
    await client.query(`create schema bench; create table bench.filled as select ${FORM} as form`)
    return url
  } finally {
    await client.end()
  }
}

async function isMigrated(url: string): Promise<boolean> {
  return migrate(url).then(
    () => true,
    () => false,
  )
}

async function isFilled(url: string): Promise<boolean> {
  const { rows } = await query(url, "select to_regclass('bench.filled') is not null as found")
  if (!rows[0].found) return false
  return (await query(url, 'select form from bench.filled')).rows[0]?.form === FORM
}

export async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
