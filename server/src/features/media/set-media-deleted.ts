import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Sets or clears the tombstone; the sweep deletes the file a day later. */
export async function setMediaDeleted(tx: TxCtx, mediaId: string, deleted: boolean): Promise<void> {
  await tx.db
    .update(media)
    .set({ deletedAt: deleted ? tx.clock.now() : null })
    .where(and(eq(media.id, mediaId), isNull(media.purgedAt)))
}
