import { randomBytes } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

/** Going private changes the address, so that nothing cached under the old one is ours to serve. */
export async function setMediaVisibility(
  tx: TxCtx,
  mediaId: string,
  isPublic: boolean,
): Promise<void> {
  await tx.db
    .update(media)
    .set(
      isPublic ? { public: true } : { public: false, token: randomBytes(12).toString('base64url') },
    )
    .where(and(eq(media.id, mediaId), ne(media.public, isPublic)))
}

/** After one thing stopped showing the file, or began to: public is what something still shows. */
export async function followShown(tx: TxCtx, mediaId: string): Promise<boolean> {
  let shown = false
  for (const hook of tx.hooks.fileShown) shown ||= await hook(tx, { mediaId })
  await setMediaVisibility(tx, mediaId, shown)
  return shown
}

/** Opens private media to holders of a key, or shuts it again. */
export async function setMediaLink(
  tx: TxCtx,
  mediaId: string,
  linkHash: string | null,
): Promise<void> {
  await tx.db.update(media).set({ linkHash }).where(eq(media.id, mediaId))
}

/** A tombstone; the file itself goes a day later, unless it is taken back before. */
export async function setMediaDeleted(tx: TxCtx, mediaId: string, deleted: boolean): Promise<void> {
  await tx.db
    .update(media)
    .set({ deletedAt: deleted ? tx.clock.now() : null })
    .where(and(eq(media.id, mediaId), isNull(media.purgedAt)))
}
