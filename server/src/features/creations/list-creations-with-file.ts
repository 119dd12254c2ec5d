import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { creationFiles, creations } from './tables.ts'

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
