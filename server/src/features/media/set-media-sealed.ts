import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Seals the whole file of a proof, or opens it once the proof is kept. */
export async function setMediaSealed(tx: TxCtx, mediaId: string, sealed: boolean): Promise<void> {
  await tx.db.update(media).set({ sealed }).where(eq(media.id, mediaId))
}
