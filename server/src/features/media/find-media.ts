import type { MediaView } from '@vignette/contract/entities.ts'
import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { viewMedia } from './address-media.ts'
import { type MediaRow, media, mediaVariants } from './tables.ts'

export async function findMedia(ctx: Ctx, ids: readonly string[]): Promise<Map<string, MediaRow>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select()
    .from(media)
    .where(and(inArray(media.id, [...new Set(ids)]), isNull(media.deletedAt)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Views by media id, with their further sizes, in two queries however many there are. */
export async function viewMediaOf(
  ctx: Ctx,
  ids: readonly (string | null)[],
  key?: string,
): Promise<Map<string, MediaView>> {
  const wanted = ids.filter((id) => id !== null)
  const rows = await findMedia(ctx, wanted)
  if (rows.size === 0) return new Map()
  const variants = await ctx.db
    .select()
    .from(mediaVariants)
    .where(inArray(mediaVariants.mediaId, [...rows.keys()]))
    .orderBy(asc(mediaVariants.width))
  return new Map([...rows.values()].map((row) => [row.id, viewMedia(row, variants, key)]))
}
