import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { creationFiles } from '../../schema/creations.ts'
import { media } from '../../schema/media.ts'
import { storefronts } from '../../schema/profiles.ts'
import { workflows } from '../../schema/workflows.ts'

/** Marks files that a row now names, so that the sweep of unused uploads keeps them. */
export async function markMediaUsed(tx: TxCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const now = tx.clock.now().toISOString()
  // Also updates marked files: a concurrent release then waits for this row lock and sees the new use.
  await tx.db
    .update(media)
    .set({ usedAt: sql`coalesce(${media.usedAt}, ${now}::timestamptz)` })
    .where(inArray(media.id, [...ids]))
}

/** Keeps the files from the sweep until then, for example for a payment that may still start a run. */
export async function keepMedia(ctx: Ctx, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .update(media)
    .set({ keptUntil: sql`greatest(${media.keptUntil}, ${until.toISOString()}::timestamptz)` })
    .where(inArray(media.id, [...ids]))
}

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
  const named = await listNamed(tx, mediaIds)
  const free = mediaIds.filter((id) => !named.has(id))
  if (free.length > 0) {
    await tx.db.update(media).set({ usedAt: null }).where(inArray(media.id, free))
  }
}

/** Which of these files a recipe, taken down or not, a creation or a storefront names. */
export async function listNamed(tx: TxCtx, mediaIds: string[]): Promise<Set<string | null>> {
  const samples = await tx.db
    .select({ id: workflows.sampleMediaId })
    .from(workflows)
    .where(inArray(workflows.sampleMediaId, mediaIds))
  const inputs = await tx.db
    .select({ id: creationFiles.mediaId })
    .from(creationFiles)
    .where(inArray(creationFiles.mediaId, mediaIds))
  const pages = await tx.db
    .select({ pictureId: storefronts.pictureId, coverId: storefronts.coverId })
    .from(storefronts)
    .where(or(inArray(storefronts.pictureId, mediaIds), inArray(storefronts.coverId, mediaIds)))
  const onPages = pages.flatMap(({ pictureId, coverId }) => [pictureId, coverId])
  return new Set([...[...samples, ...inputs].map(({ id }) => id), ...onPages])
}

/** Gives files to another owner. */
export async function handOverMedia(
  tx: TxCtx,
  ids: readonly string[],
  ownerId: string,
): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .update(media)
    .set({ ownerId })
    .where(inArray(media.id, [...ids]))
}

/** Sets or clears the tombstone; the sweep deletes the file a day later. */
export async function setMediaDeleted(tx: TxCtx, mediaId: string, deleted: boolean): Promise<void> {
  await tx.db
    .update(media)
    .set({ deletedAt: deleted ? tx.clock.now() : null })
    .where(and(eq(media.id, mediaId), isNull(media.purgedAt)))
}
