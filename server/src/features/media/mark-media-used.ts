import { inArray, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Marks files that a row now names, so that the sweep of unused uploads keeps them. */
export async function markMediaUsed(tx: TxCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const now = tx.clock.now().toISOString()
  // Also updates marked files: a concurrent release then waits for this row lock and sees the new use.
  await tx.db
    .update(media)
    .set({ usedAt: sql`coalesce(${media.usedAt}, ${now}::timestamptz)` })
    .where(inArray(media.id, [...ids]))
}
