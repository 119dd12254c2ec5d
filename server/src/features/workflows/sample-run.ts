import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { creationFiles, creations } from '../../schema/creations.ts'
import { media } from '../../schema/media.ts'

interface ShownRun {
  creationId: string
  /** Without files. */
  inputs: Record<string, unknown>
  /** The one picture that was given, where its owner shows the input files. */
  beforeId: string | undefined
}

export const isDelivered = and(isNotNull(creations.deliveredAt), isNull(creations.deletedAt))

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
        isDelivered,
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
        isDelivered,
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
