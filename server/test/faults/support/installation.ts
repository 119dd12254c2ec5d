import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '../../../src/platform/db/open-database.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'

/** What the checks read of an installation, however the installation was started. */
export interface Installation {
  database: OpenDatabase & { connectionString: string }
  /** The DATA_DIR of each process. */
  dataDirs: readonly string[]
  /** Opens the installation's files, even after all its processes have ended. */
  openStorage(): Promise<Storage>
  /** The sums that the gateway captured, by session; absent for the sandbox, whose books lie in the database. */
  charges?(): Promise<Map<string, number>>
  /** Sends SIGTERM to the processes that still run and waits for their end. */
  stopAll(): Promise<void>
  /** The ids of all living processes, children included. */
  pids(): number[]
}

export type Row = Record<string, unknown>

export async function ask(world: Installation, query: string): Promise<Row[]> {
  return (await world.database.db.execute<Row>(sql.raw(query))).rows
}
