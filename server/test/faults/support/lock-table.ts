import pg from 'pg'
import { expect } from 'vitest'
import type { World } from './open-world.ts'

export interface HeldTable {
  /** Resolves when a writer waits for the lock. */
  untilMet(): Promise<void>
  release(): Promise<void>
}

/**
 * Locks the table against writers; readers pass. The next writer blocks at its statement, where the
 * test can kill that process.
 */
export async function lockTable(world: World, table: string): Promise<HeldTable> {
  const client = new pg.Client({ connectionString: world.database.connectionString })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in exclusive mode`)
  const waiting = async () => {
    const { rows } = await world.database.pool.query<{ count: number }>(
      'select count(*)::int from pg_locks where relation = $1::regclass and not granted',
      [table],
    )
    return rows[0]?.count ?? 0
  }
  return {
    untilMet: () =>
      expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0) as Promise<void>,
    async release() {
      await client.query('rollback')
      await client.end()
    },
  }
}
