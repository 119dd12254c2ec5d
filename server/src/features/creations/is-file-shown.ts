import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from '../media/index.ts'
import { creationFiles, creations } from './tables.ts'

/** Whether a shown creation has this file as its own, or as an input that its owner uploaded and shares. */
export async function isFileShown(tx: TxCtx, mediaId: string): Promise<boolean> {
  const shown = and(
    eq(creations.public, true),
    isNull(creations.hiddenAt),
    isNull(creations.deletedAt),
  )
  const [made] = await tx.db
    .select({ id: creations.id })
    .from(creations)
    .where(and(eq(creations.mediaId, mediaId), shown))
  if (made) return true
  const [shared] = await tx.db
    .select({ id: creations.id })
    .from(creationFiles)
    .innerJoin(creations, eq(creations.id, creationFiles.creationId))
    .innerJoin(media, eq(media.id, creationFiles.mediaId))
    .where(
      and(
        eq(creationFiles.mediaId, mediaId),
        eq(media.ownerId, creations.ownerId),
        eq(media.origin, 'upload'),
        eq(creations.shareInputs, true),
        shown,
      ),
    )
    .limit(1)
  return shared !== undefined
}
