import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** A tombstone; the file itself goes a day later, unless it is taken back before. */
export async function setMediaDeleted(tx: TxCtx, mediaId: string, deleted: boolean): Promise<void> {
  await tx.db
    .update(media)
    .set({ deletedAt: deleted ? tx.clock.now() : null })
    .where(and(eq(media.id, mediaId), isNull(media.purgedAt)))
}
