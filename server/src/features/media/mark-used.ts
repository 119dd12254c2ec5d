import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Something names these files now: the sweep of unused uploads leaves them. */
export async function markMediaUsed(tx: TxCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const now = tx.clock.now().toISOString()
  // Also where it is marked: whoever releases the file at this moment waits, and then finds us.
  await tx.db
    .update(media)
    .set({ usedAt: sql`coalesce(${media.usedAt}, ${now}::timestamptz)` })
    .where(inArray(media.id, [...ids]))
}

/** Uploads that nothing names any more are swept like those that nothing ever used. */
export async function releaseMedia(tx: TxCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx.db
    .select({ id: media.id })
    .from(media)
    .where(and(inArray(media.id, [...new Set(ids)]), eq(media.origin, 'upload')))
    .orderBy(media.id)
    .for('update')
  const mediaIds = rows.map((row) => row.id)
  if (mediaIds.length === 0) return
  const named = new Set<string>()
  for (const hook of tx.hooks.fileNamed) {
    for (const id of await hook(tx, { mediaIds })) named.add(id)
  }
  const free = mediaIds.filter((id) => !named.has(id))
  if (free.length > 0) {
    await tx.db.update(media).set({ usedAt: null }).where(inArray(media.id, free))
  }
}

/** It may be used until then, as by a payment: the sweep waits that long. */
export async function keepMedia(ctx: Ctx, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .update(media)
    .set({ keptUntil: sql`greatest(${media.keptUntil}, ${until.toISOString()}::timestamptz)` })
    .where(inArray(media.id, [...ids]))
}
