import pg from 'pg'
import type { Db as BossDatabase } from 'pg-boss'
import type { Logger } from 'pino'
import { listen } from '../db/listen.ts'
import { createStatementNames } from '../db/name-statement.ts'
import { namingStatements } from '../db/open-database.ts'

const POOL_SIZE = 6

export interface QueueDatabase extends BossDatabase {
  close(): Promise<void>
}

const SETTINGS = [
  // What the queue notes by itself (taken, done) need not reach the disk before the work goes on:
  // after a crash of PostgreSQL a task comes once more, and whoever works on it finds its own rows.
  // Sends are part of a caller's transaction and as durable as that.
  'synchronous_commit=off',
  // All its statements find tasks by their names and ids: no value makes another plan better.
  'plan_cache_mode=force_generic_plan',
]

function withSettings(connectionString: string): string {
  const url = new URL(connectionString)
  const before = url.searchParams.get('options')
  const options = SETTINGS.map((setting) => `-c ${setting}`)
  url.searchParams.set('options', [...(before ? [before] : []), ...options].join(' '))
  return url.href
}

/** The connections of the queue, whose few large statements are planned once, and its news. */
export function openQueueDatabase(options: {
  connectionString: string
  log: Logger
  /** There is something to do for the queue of this name; after a break, perhaps for any. */
  onNews: (name: string | null) => void
}): QueueDatabase {
  const { log, onNews } = options
  const connectionString = withSettings(options.connectionString)
  const pool = new pg.Pool({
    connectionString,
    application_name: 'vignette-queue',
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'queue'))
  const driver = namingStatements(pool, createStatementNames())
  return {
    executeSql: (text, values) => driver.query(text, values),
    listen: (channel, onNotification, onReconnect) =>
      listen({
        connectionString: options.connectionString,
        applicationName: 'vignette-queue-listen',
        channel,
        log,
        onNotification({ payload }) {
          if (payload === undefined) return
          onNotification(payload)
          onNews(payload)
        },
        onReconnect() {
          onReconnect()
          onNews(null)
        },
      }),
    close: () => pool.end(),
  }
}
