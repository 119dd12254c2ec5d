import type { MediaView } from '@vignette/contract/entities.ts'
import { asc, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { findMedia } from './find-media.ts'
import { mediaVariants } from './tables.ts'
import { viewMedia } from './view-media.ts'

const variantsOf = prepared((db) =>
  db
    .select()
    .from(mediaVariants)
    .where(sql`${mediaVariants.mediaId} = any(${sql.placeholder('ids')})`)
    .orderBy(asc(mediaVariants.width), asc(mediaVariants.format)),
)

/** Views by media id, with their variants, in two queries for any number. */
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
