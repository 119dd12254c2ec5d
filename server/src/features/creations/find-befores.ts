import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { media } from '../media/index.ts'
import { delivered } from './moderate-creation.ts'
import { creationFiles, creations } from './tables.ts'

const given = prepared((db) =>
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
  const rows = await given(ctx.db).execute({ mediaIds: [...mediaIds] })
  return new Map(rows.map(({ madeId, beforeId }) => [madeId, beforeId]))
}
