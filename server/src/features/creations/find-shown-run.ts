import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { media } from '../media/index.ts'
import type { ShownRun } from '../workflows/index.ts'
import { delivered } from './moderate-creation.ts'
import { creationFiles, creations } from './tables.ts'

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
