import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type CreationRow, creationFiles, creations } from '../../schema/creations.ts'
import { media } from '../../schema/media.ts'
import { assertMayBePublic, isReported } from '../moderation/index.ts'

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

export async function isFileReported(ctx: Ctx, mediaId: string): Promise<boolean> {
  const row = await findByMedia(ctx, mediaId)
  return row !== undefined && isReported(ctx, row.id)
}

/** The file of a creation in review or hidden must not become public as a sample or input either. */
export async function assertFileMayBePublic(tx: TxCtx, mediaId: string): Promise<void> {
  const row = await findByMedia(tx, mediaId)
  if (!row) return
  await assertMayBePublic(tx, row.id)
  if (row.hiddenAt) {
    throw new AppError('content_refused', 'This creation was hidden and cannot be shown.')
  }
}

async function findByMedia(ctx: Ctx, mediaId: string): Promise<CreationRow | undefined> {
  const [row] = await ctx.db.select().from(creations).where(eq(creations.mediaId, mediaId))
  return row
}

const isThere = and(isNull(creations.deletedAt), isNull(creations.hiddenAt))

/** The ids of creations, neither deleted nor hidden, that have this file as their own or as an input. */
export async function listCreationsWithFile(
  ctx: Pick<Ctx, 'db'>,
  mediaId: string,
): Promise<string[]> {
  const made = await ctx.db
    .select({ id: creations.id })
    .from(creations)
    .where(and(eq(creations.mediaId, mediaId), isThere))
  const given = await ctx.db
    .select({ id: creations.id })
    .from(creationFiles)
    .innerJoin(creations, eq(creations.id, creationFiles.creationId))
    .where(and(eq(creationFiles.mediaId, mediaId), isThere))
  return [...made, ...given].map(({ id }) => id)
}
