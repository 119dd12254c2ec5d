import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { creationFiles, creations } from '../../schema/creations.ts'
import { media } from '../../schema/media.ts'
import type { ShownRun } from '../workflows/index.ts'
import { delivered } from './moderation.ts'

/** A condition: public creations, and the private ones of the workflow's own creator. */
export function mayBeSample(creatorId: string) {
  return and(
    isNotNull(creations.deliveredAt),
    isNull(creations.deletedAt),
    isNull(creations.hiddenAt),
    isNull(creations.proofUntil),
    or(eq(creations.public, true), eq(creations.ownerId, creatorId)),
  )
}

export async function findCreationFile(tx: TxCtx, id: string): Promise<string | undefined> {
  const [row] = await tx.db
    .select({ mediaId: creations.mediaId })
    .from(creations)
    .where(and(eq(creations.id, id), delivered, isNull(creations.proofUntil)))
  return row?.mediaId ?? undefined
}

const runOf = prepared((db) =>
  db
    .select({ creation: creations, file: creationFiles, given: media })
    .from(creations)
    .leftJoin(creationFiles, eq(creationFiles.creationId, creations.id))
    .leftJoin(
      media,
      and(eq(media.id, creationFiles.mediaId), eq(media.public, true), isNull(media.deletedAt)),
    )
    .where(
      and(
        eq(creations.mediaId, sql.placeholder('mediaId')),
        delivered,
        eq(creations.public, true),
        isNull(creations.hiddenAt),
      ),
    ),
)

/** The public run that made this file: its words, and the one picture it began with. */
export async function findShownRun(ctx: Ctx, mediaId: string): Promise<ShownRun | undefined> {
  const files = await runOf(ctx.db).execute({ mediaId })
  const [first] = files
  if (!first) return undefined
  const { creation, given } = first
  const keys = new Set(files.map(({ file }) => file?.inputKey))
  const isPicture = files.length === 1 && given?.kind === 'image'
  return {
    creationId: creation.id,
    inputs: Object.fromEntries(Object.entries(creation.inputs).filter(([key]) => !keys.has(key))),
    beforeId: isPicture && creation.shareInputs ? given.id : undefined,
  }
}

const picturesBefore = prepared((db) =>
  db
    .select({
      madeId: sql<string>`${creations.mediaId}`,
      beforeId: sql<string>`(array_agg(${media.id}))[1]`,
    })
    .from(creations)
    .innerJoin(creationFiles, eq(creationFiles.creationId, creations.id))
    .leftJoin(
      media,
      and(
        eq(media.id, creationFiles.mediaId),
        eq(media.public, true),
        eq(media.kind, 'image'),
        isNull(media.deletedAt),
      ),
    )
    .where(
      and(
        sql`${creations.mediaId} = any(${sql.placeholder('mediaIds')})`,
        delivered,
        eq(creations.public, true),
        eq(creations.shareInputs, true),
        isNull(creations.hiddenAt),
      ),
    )
    .groupBy(creations.id)
    .having(sql`count(*) = 1 and count(${media.id}) = 1`),
)

/** The one picture that each of these files was made from, where its owner shows the input files. */
export async function findBefores(
  ctx: Ctx,
  mediaIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (mediaIds.length === 0) return new Map()
  const rows = await picturesBefore(ctx.db).execute({ mediaIds: [...mediaIds] })
  return new Map(rows.map(({ madeId, beforeId }) => [madeId, beforeId]))
}
