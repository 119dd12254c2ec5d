import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { showCreation } from './show-creation.ts'
import { type CreationRow, creations } from './tables.ts'

/** Makes the stored and checked file the creation's own; a second call changes nothing. */
export async function deliverCreation(
  tx: TxCtx,
  news: { creationId: string; mediaId: string; mayBePublic: boolean },
): Promise<CreationRow> {
  const [row] = await tx.db
    .update(creations)
    .set({
      mediaId: news.mediaId,
      deliveredAt: tx.clock.now(),
      ...(news.mayBePublic ? {} : { public: false }),
    })
    .where(and(eq(creations.id, news.creationId), isNull(creations.deliveredAt)))
    .returning()
  if (!row) throw new Error('this creation was delivered before')
  await showCreation(tx, row, news.mediaId)
  return row
}
