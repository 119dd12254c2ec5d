import { inArray, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Something names these files now: the sweep of unused uploads leaves them. */
export async function markMediaUsed(tx: TxCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const now = tx.clock.now().toISOString()
  // Also where it is marked: whoever releases the file at this moment waits, and then finds us.
  await tx.db
    .update(media)
    .set({ usedAt: sql`coalesce(${media.usedAt}, ${now}::timestamptz)` })
    .where(inArray(media.id, [...ids]))
}
