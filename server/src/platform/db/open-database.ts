import { createHash } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import type { Db } from './db.ts'

type Database = NodePgDatabase<Record<string, never>>

interface DatabaseOptions {
  connectionString: string
  /** The application name shown in pg_stat_activity. */
  applicationName: string
  log: Pick<BaseLogger, 'warn'>
  poolSize?: number
  /** statement_timeout of the server; 0 switches the limit off. */
  statementTimeoutMs?: number
}

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

const POOL_SIZE = 10
const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.poolSize ?? POOL_SIZE,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    // A process that disappears inside a transaction must not hold its row locks for ever.
    idle_in_transaction_session_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // Without a listener, an idle connection that the server closes would end the whole process.
  let closing = false
  pool.on('error', ({ message }) => {
    // The embedded database, which stops next, may be quicker than the pool's own goodbye.
    if (!closing) options.log.warn({ message }, 'a database connection was lost')
  })
  // A connection lost between two statements must not either: the next statement reports the loss.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const close = () => {
    closing = true
    return pool.end()
  }
  return { db: giveBackAlways(drizzle(pool), pool), pool, close }
}

/**
 * Drizzle alone never returns a connection whose "begin" fails, so each failure would shrink the
 * pool. Statements in a transaction find rows by key, so their plans may be cached.
 */
function giveBackAlways<Opened extends Database>(db: Opened, pool: pg.Pool): Opened {
  drivers.set(db, pool)
  const nameOf = createStatementNames()
  // Drizzle reads the tables' columns once for each database object, so each connection keeps its object.
  const connections = new WeakMap<pg.PoolClient, Database>()
  const databaseOf = (client: pg.PoolClient): Database => {
    const known = connections.get(client)
    if (known) return known
    const driver = namingStatements(client, nameOf)
    const opened = drizzle({ client: driver as pg.PoolClient })
    drivers.set(opened, driver)
    connections.set(client, opened)
    return opened
  }
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      const connection = databaseOf(client)
      return await connection.transaction((tx) => {
        drivers.set(tx, driverOf(connection))
        connectionOfTransaction.set(tx, connection)
        return work(tx)
      }, config)
    } finally {
      client.release()
    }
  }
  return Object.assign(db, { transaction })
}

/** Sends a statement and its values to PostgreSQL. */
interface Driver {
  query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
}

// A private field of drizzle's objects: a driver goes with its database or transaction.
const drivers = new WeakMap<object, Driver>()

const connectionOfTransaction = new WeakMap<object, Database>()

/** The object that a prepared statement is kept with: the connection of a transaction, or the pool. */
export function homeOf(db: Db): Db {
  return connectionOfTransaction.get(db) ?? db
}

/** Drizzle's own client, for statements that another library has written. */
export function driverOf(db: Db): Driver {
  const driver = drivers.get(db)
  if (!driver) throw new Error('this database was not opened here')
  return driver
}

/** A connection for work that keeps one for long, with locks that end with it; it is closed afterwards. */
export async function withOwnConnection<T>(
  db: Db,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const pool = driverOf(db)
  if (!(pool instanceof pg.Pool)) throw new Error('a transaction has no connection of its own')
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    return await work(client)
  } finally {
    client.release(true)
  }
}

function namingStatements(driver: Driver, nameOf: StatementNames): Driver {
  return {
    query(statement, values) {
      if (typeof statement === 'string' && values === undefined) return driver.query(statement)
      const config = typeof statement === 'string' ? { text: statement } : statement
      const name = nameOf(config.text)
      return driver.query(name ? { ...config, name } : config, values)
    },
  }
}

/** Each named statement costs every connection memory in PostgreSQL. */
const MOST_NAMES = 300
const MOST_TEXTS = 3_000

/** A hash of the text, so that two processes behind one connection pooler use the same name. */
export function nameStatement(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}

/** Names a statement from its second use on, so that PostgreSQL plans the statement once per connection. */
type StatementNames = (text: string) => string | undefined

/** The statement names of one connection pool. */
export function createStatementNames(): StatementNames {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known) return known
    if (!seen.has(text)) {
      // PostgreSQL cannot prepare several statements in one text.
      if (seen.size < MOST_TEXTS && !text.includes(';')) seen.add(text)
      return undefined
    }
    if (names.size >= MOST_NAMES) return undefined
    const name = nameStatement(text)
    names.set(text, name)
    return name
  }
}
