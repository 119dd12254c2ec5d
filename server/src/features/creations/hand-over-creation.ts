import { and, eq, isNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { handOverMedia } from '../media/index.ts'
import { creationFiles, creations } from './tables.ts'

/**
 * Gives a creation with its files to another owner; false where `from` does not own it. A file that
 * was given to other creations too stays.
 */
export async function handOverCreation(
  tx: TxCtx,
  { creationId, from, to }: { creationId: string; from: string; to: string },
): Promise<boolean> {
  const [row] = await tx.db
    .update(creations)
    .set({ ownerId: to, linkVersion: null })
    .where(
      and(eq(creations.id, creationId), eq(creations.ownerId, from), isNull(creations.deletedAt)),
    )
    .returning({ mediaId: creations.mediaId, wholeMediaId: creations.wholeMediaId })
  if (!row) return false
  const others = sql`exists (select 1 from creation_files other
    where other.media_id = ${creationFiles.mediaId} and other.creation_id <> ${creationId})`
  const given = await tx.db
    .select({ id: creationFiles.mediaId })
    .from(creationFiles)
    .where(and(eq(creationFiles.creationId, creationId), sql`not ${others}`))
  const made = [row.mediaId, row.wholeMediaId].filter((id) => id !== null)
  const files = [...given.map(({ id }) => id), ...made]
  await handOverMedia(tx, files, to)
  tx.afterCommit(() => tx.events.publish({ about: 'creation', id: creationId, seq: 0 }))
  return true
}
