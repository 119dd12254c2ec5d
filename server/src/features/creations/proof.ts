import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type CreationRow, creations } from '../../schema/creations.ts'
import { makeVariants, setMediaDeleted, setMediaSealed } from '../media/index.ts'
import { recordProofEnd } from '../workflows/index.ts'
import { getOwnDelivered } from './creation.ts'
import { showCreation } from './delivery.ts'

interface DeliveredProof {
  creationId: string
  mediaId: string
  wholeMediaId: string
  until: Date
  price: number
  drawsLeft: number
  mayBePublic: boolean
}

/** Shows the owner the proof alone and seals the whole file; nothing is counted before the proof is kept. */
export async function deliverProof(tx: TxCtx, proof: DeliveredProof): Promise<void> {
  const { creationId, mediaId, wholeMediaId, until, price, drawsLeft, mayBePublic } = proof
  await setMediaSealed(tx, wholeMediaId, true)
  const rows = await tx.db
    .update(creations)
    .set({
      mediaId,
      wholeMediaId,
      drawsLeft,
      proofUntil: until,
      proofPrice: price,
      deliveredAt: tx.clock.now(),
      public: false,
      publicWhenKept: mayBePublic ? sql`${creations.public}` : false,
    })
    .where(and(eq(creations.id, creationId), isNull(creations.deliveredAt)))
    .returning({ id: creations.id })
  if (rows.length === 0) throw new Error('this creation was delivered before')
}

type ProofRow = CreationRow & { proofUntil: Date; wholeMediaId: string; mediaId: string }

/** A creation of the caller, locked; `proof` where its buyer has not decided yet. */
export async function lockOwnCreation(
  tx: TxCtx,
  id: string,
): Promise<{ row: CreationRow; proof: ProofRow | undefined }> {
  const row = await getOwnDelivered(tx, id, { lock: true })
  return { row, proof: isProof(row) ? row : undefined }
}

/** A proof of the caller that was neither kept nor declined, locked. */
export async function lockProof(tx: TxCtx, id: string): Promise<ProofRow> {
  const { proof } = await lockOwnCreation(tx, id)
  if (proof) return proof
  throw new AppError('payment_state', 'This is the whole creation: there is nothing to decide.')
}

function isProof(row: CreationRow): row is ProofRow {
  return row.proofUntil !== null
}

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
