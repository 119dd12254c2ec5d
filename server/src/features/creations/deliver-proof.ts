import { and, eq, isNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { setMediaSealed } from '../media/index.ts'
import { creations } from './tables.ts'

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
