import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Opens private media to the holders of a key, or closes them again. */
export async function setMediaLink(
  tx: Pick<TxCtx, 'db' | 'inTransaction'>,
  mediaId: string,
  linkHash: string | null,
): Promise<void> {
  await tx.db.update(media).set({ linkHash }).where(eq(media.id, mediaId))
}
