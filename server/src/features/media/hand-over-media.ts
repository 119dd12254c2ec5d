import { inArray } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Gives files to another owner. */
export async function handOverMedia(
  tx: TxCtx,
  ids: readonly string[],
  ownerId: string,
): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .update(media)
    .set({ ownerId })
    .where(inArray(media.id, [...ids]))
}
