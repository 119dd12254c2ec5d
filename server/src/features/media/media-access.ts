import { randomBytes } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from '../../schema/media.ts'
import { mediaPorts } from './ports.ts'

/** Recomputes a file's visibility after a use began or ended: a file is public while a public object shows it. */
export async function syncMediaAccess(tx: TxCtx, mediaId: string): Promise<boolean> {
  let shown = false
  for await (const shows of mediaPorts.isShown.askEach(tx, { mediaId })) {
    shown = shows
    if (shown) break
  }
  await setMediaVisibility(tx, mediaId, shown)
  return shown
}

/** Going private changes the address, so that copies cached under the old address cannot be refreshed. */
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

/** Opens private media to the holders of a key, or closes them again. */
export async function setMediaLink(
  tx: Pick<TxCtx, 'db' | 'inTransaction'>,
  mediaId: string,
  linkHash: string | null,
): Promise<void> {
  await tx.db.update(media).set({ linkHash }).where(eq(media.id, mediaId))
}

/** Seals the whole file of a proof, or opens it once the proof is kept. */
export async function setMediaSealed(tx: TxCtx, mediaId: string, sealed: boolean): Promise<void> {
  await tx.db.update(media).set({ sealed }).where(eq(media.id, mediaId))
}
