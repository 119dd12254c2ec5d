import type { TxCtx } from '../../ctx.ts'
import type { PreparedMedia } from './prepare-media.ts'
import { type MediaRow, media } from './tables.ts'

/** Writes the row that gives a prepared file its owner. */
export async function recordMedia(
  tx: TxCtx,
  prepared: PreparedMedia & Partial<Pick<MediaRow, 'verdict'>>,
  ownerId: string,
): Promise<void> {
  await tx.db.insert(media).values({ ...prepared, ownerId })
}
