import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '../../../src/platform/db/open-database.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'

/** What the check asks of an installation, however it was started. */
export interface Installation {
  database: OpenDatabase & { connectionString: string }
  /** DATA_DIR of each of its processes. */
  dataDirs: readonly string[]
  /** Its files, also when no process of it lives any more. */
  openStorage(): Promise<Storage>
  /** What its gateway really took, by session; absent: the sandbox, whose books lie in the database. */
  charges?(): Map<string, number>
  /** SIGTERM to all that still run, and the end of it. */
  stopAll(): Promise<void>
  /** Ids of all its living processes, children included, whoever started them. */
  pids(): number[]
}

export type Row = Record<string, unknown>

export async function ask(world: Installation, query: string): Promise<Row[]> {
  return (await world.database.db.execute<Row>(sql.raw(query))).rows
}
