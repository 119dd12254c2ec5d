import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { makeVariants, setMediaDeleted, setMediaSealed } from '../media/index.ts'
import { recordProofEnd } from '../workflows/index.ts'
import type { ProofRow } from './lock-proof.ts'
import { showCreation } from './show-creation.ts'
import { type CreationRow, creations } from './tables.ts'

/** Replaces the proof by the whole file, and makes the creation public if its buyer had ticked that. */
export async function openProof(tx: TxCtx, proof: ProofRow): Promise<CreationRow> {
  if (proof.hiddenAt) {
    throw new AppError(
      'content_refused',
      'This creation was hidden by a moderator, so it cannot be kept, and nothing is charged.',
    )
  }
  const { id, mediaId, wholeMediaId } = proof
  const [row] = await tx.db
    .update(creations)
    .set({
      mediaId: wholeMediaId,
      wholeMediaId: null,
      drawsLeft: null,
      proofUntil: null,
      proofPrice: null,
      public: proof.publicWhenKept,
    })
    .where(eq(creations.id, id))
    .returning()
  if (!row) throw new Error('the creation is gone')
  await setMediaDeleted(tx, mediaId, true)
  await setMediaSealed(tx, wholeMediaId, false)
  await tx.queue.send(tx, makeVariants, { mediaId: wholeMediaId })
  await showCreation(tx, row, wholeMediaId)
  if (!row.test) await recordProofEnd(tx, row.workflowId, true)
  return row
}
