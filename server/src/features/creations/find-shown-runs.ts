import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { media } from '../media/index.ts'
import type { ShownRun } from '../workflows/index.ts'
import { delivered } from './moderate-creation.ts'
import { creationFiles, creations } from './tables.ts'

const runsOf = prepared((db) =>
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
        sql`${creations.mediaId} = any(${sql.placeholder('ids')})`,
        delivered,
        eq(creations.public, true),
        isNull(creations.hiddenAt),
      ),
    ),
)

/** The public runs that made these files: their words, and the one picture they began with. */
export async function findShownRuns(
  ctx: Ctx,
  mediaIds: readonly string[],
): Promise<Map<string, ShownRun>> {
  const rows = await runsOf(ctx.db).execute({ ids: mediaIds })
  const found = new Map<string, ShownRun>()
  for (const [mediaId, files] of Map.groupBy(rows, ({ creation }) => creation.mediaId)) {
    const [first] = files
    if (!mediaId || !first) continue
    const { creation, given } = first
    const keys = new Set(files.map(({ file }) => file?.inputKey))
    const words = Object.entries(creation.inputs).filter(([key]) => !keys.has(key))
    const isPicture = files.length === 1 && given?.kind === 'image'
    found.set(mediaId, {
      creationId: creation.id,
      inputs: Object.fromEntries(words),
      beforeId: isPicture && creation.shareInputs ? given.id : undefined,
    })
  }
  return found
}
