import type { MediaView } from '@vignette/contract/entities.ts'
import { and, asc, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { viewMedia } from './address-media.ts'
import { type MediaRow, media, mediaVariants } from './tables.ts'

const byIds = prepared((db) =>
  db
    .select()
    .from(media)
    .where(and(sql`${media.id} = any(${sql.placeholder('ids')})`, isNull(media.deletedAt))),
)

const variantsOf = prepared((db) =>
  db
    .select()
    .from(mediaVariants)
    .where(sql`${mediaVariants.mediaId} = any(${sql.placeholder('ids')})`)
    .orderBy(asc(mediaVariants.width)),
)

export async function findMedia(ctx: Ctx, ids: readonly string[]): Promise<Map<string, MediaRow>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds(ctx.db).execute({ ids: [...new Set(ids)] })
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
  const variants = await variantsOf(ctx.db).execute({ ids: [...rows.keys()] })
  return new Map([...rows.values()].map((row) => [row.id, viewMedia(row, variants, key)]))
}
