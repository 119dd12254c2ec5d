import { sql } from 'drizzle-orm'
import type { Platform } from '../platform.ts'

/** Advisory lock numbers: the same in every process of every release, and unique per purpose. */
export const LOCKS = {
  migration: 8_402_101,
  seeding: 8_402_102,
  freeBudget: 8_402_103,
  uploadQuota: 8_402_104,
  testBudget: 8_402_131,
  proofBudget: 8_402_132,
  balance: 8_402_133,
  sandboxBalance: 8_402_151,
  casesAtOnce: 8_402_161,
  recount: 8_402_171,
  follows: 8_402_181,
} as const

/** Transaction-scoped advisory lock, optionally per key. */
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
