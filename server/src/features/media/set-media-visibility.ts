import { randomBytes } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from './tables.ts'

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
