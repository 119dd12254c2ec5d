import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

/** The database or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** A metric read from the database at each scrape, so that every process answers the same. */
export interface DatabaseMetric {
  name: string
  help: string
  labels: readonly string[]
  /** Rows of label columns and a `value`; an index must answer the query, however long the history. */
  query: string
}
