import { and, eq, inArray } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { mediaPorts } from './ports.ts'
import { media } from './tables.ts'

/** Marks uploads without any use left, which the sweep then deletes like unused uploads. */
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
  for await (const ids of mediaPorts.namedFiles.askEach(tx, { mediaIds })) {
    for (const id of ids) named.add(id)
  }
  const free = mediaIds.filter((id) => !named.has(id))
  if (free.length > 0) {
    await tx.db.update(media).set({ usedAt: null }).where(inArray(media.id, free))
  }
}
