import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Keeps the files from the sweep until then, for example for a payment that may still start a run. */
export async function keepMedia(ctx: Ctx, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .update(media)
    .set({ keptUntil: sql`greatest(${media.keptUntil}, ${until.toISOString()}::timestamptz)` })
    .where(inArray(media.id, [...ids]))
}
