import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { setMediaVisibility } from '../media/index.ts'
import { adoptOwnSample, recordRemix } from '../workflows/index.ts'
import { isShown } from './is-shown.ts'
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
  if (isShown(row)) await setMediaVisibility(tx, news.mediaId, true)
  if (!row.test) {
    const { workflowId, ownerId } = row
    await recordRemix(tx, workflowId)
    if (isShown(row)) await adoptOwnSample(tx, { workflowId, ownerId, mediaId: news.mediaId })
  }
  if (isShown(row))
    tx.afterCommit(() => tx.events.publish({ about: 'creation', id: row.id, seq: 0 }))
  return row
}
