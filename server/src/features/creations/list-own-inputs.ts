import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type MediaRow, media } from '../media/index.ts'
import { creationFiles, creations } from './tables.ts'

/**
 * The uploads that were given for some creations by the owner of the creation. The owner of another
 * person's public file decides about its visibility.
 */
export async function listOwnInputs(tx: TxCtx, which: SQL | undefined): Promise<MediaRow[]> {
  const found = await tx.db
    .select({ file: media })
    .from(creationFiles)
    .innerJoin(creations, eq(creations.id, creationFiles.creationId))
    .innerJoin(
      media,
      and(eq(media.id, creationFiles.mediaId), eq(media.ownerId, creations.ownerId)),
    )
    .where(and(which, eq(media.origin, 'upload'), isNull(media.deletedAt)))
  return [...new Map(found.map(({ file }) => [file.id, file])).values()]
}
