import type { listRelatedCreations as route } from '@vignette/contract/creation-lists.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { creations } from '../../schema/creations.ts'
import { mediaFeatures } from '../../schema/media.ts'
import { defineAlikePool, findAlike, readFeatures } from '../media/index.ts'
import { getVisible, ofListed } from './creation.ts'
import { kept, shown } from './list-creations.ts'
import { viewNamed } from './view-items.ts'

const MOST = 8
/** Reads this many more creations, since some may have been hidden after the pool was read. */
const SPARE = 8
/** The number of public creations that are compared: the newest ones. */
const COMPARED = 10_000

const pool = defineAlikePool((ctx) =>
  ctx.db
    .select({ id: creations.id, features: mediaFeatures.features })
    .from(creations)
    .innerJoin(mediaFeatures, eq(mediaFeatures.mediaId, creations.mediaId))
    .where(and(kept, shown, ofListed))
    .orderBy(desc(creations.deliveredAt), desc(creations.id))
    .limit(COMPARED),
)

/** Public creations of any recipe that look alike, the nearest first. */
export async function listRelatedCreations(
  ctx: Ctx,
  id: string,
  key?: string,
): Promise<z.input<typeof route.answer>> {
  const row = await getVisible(ctx, id, key)
  const features = await readFeatures(ctx, row.mediaId)
  if (!features) return { creations: [] }
  const others = (await pool(ctx)).filter((one) => one.id !== id)
  const ids = findAlike(features, others, MOST + SPARE).map((one) => one.id)
  if (ids.length === 0) return { creations: [] }
  const rows = await ctx.db
    .select()
    .from(creations)
    .where(and(inArray(creations.id, ids), kept, shown, ofListed))
  const near = rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).slice(0, MOST)
  return { creations: await viewNamed(ctx, near) }
}
