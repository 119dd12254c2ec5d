import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { setMediaDeleted } from '../media/index.ts'
import { recordProofEnd } from '../workflows/index.ts'
import { creations } from './tables.ts'

/** Deletes a proof and its whole file for good; one that was kept or dropped stays as it is. */
export async function dropProof(tx: TxCtx, id: string): Promise<void> {
  const [row] = await tx.db
    .update(creations)
    .set({ deletedAt: tx.clock.now() })
    .where(and(eq(creations.id, id), isNotNull(creations.proofUntil), isNull(creations.deletedAt)))
    .returning()
  if (!row) return
  for (const mediaId of [row.mediaId, row.wholeMediaId]) {
    if (mediaId) await setMediaDeleted(tx, mediaId, true)
  }
  if (!row.test) await recordProofEnd(tx, row.workflowId, false)
  tx.afterCommit(() => tx.events.publish({ about: 'creation', id, seq: 0 }))
}
