import type { TxCtx } from '../../ctx.ts'
import type { PreparedMedia } from './prepare-media.ts'
import { media } from './tables.ts'

/** Writes the row that gives a prepared file its owner. */
export async function recordMedia(
  tx: TxCtx,
  prepared: PreparedMedia,
  ownerId: string,
): Promise<void> {
  await tx.db.insert(media).values({ ...prepared, ownerId })
}
