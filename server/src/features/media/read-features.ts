import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { mediaFeatures } from './tables.ts'

/** Undefined for a file that was checked before features were kept. */
export async function readFeatures(
  ctx: Ctx,
  mediaId: string | null,
): Promise<Int8Array | undefined> {
  if (!mediaId) return undefined
  const [row] = await ctx.db
    .select({ features: mediaFeatures.features })
    .from(mediaFeatures)
    .where(eq(mediaFeatures.mediaId, mediaId))
  return row?.features
}
