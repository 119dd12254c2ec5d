import { sql } from 'drizzle-orm'
import type { Platform } from '../platform.ts'

/** Every process of every release takes the same number for the same thing, and no two things share one. */
export const LOCKS = {
  migration: 8_402_101,
  seeding: 8_402_102,
  freeBudget: 8_402_103,
  uploadQuota: 8_402_104,
  testBudget: 8_402_131,
} as const

/** Until the transaction ends nobody else does this; with a key, nobody else for the same key. */
export async function lockFor(
  tx: Pick<Platform, 'db'> & { readonly inTransaction: true },
  name: Exclude<keyof typeof LOCKS, 'migration'>,
  key?: string,
): Promise<void> {
  await tx.db.execute(
    key === undefined
      ? sql`select pg_advisory_xact_lock(${LOCKS[name]})`
      : sql`select pg_advisory_xact_lock(${LOCKS[name]}, hashtext(${key}))`,
  )
}
