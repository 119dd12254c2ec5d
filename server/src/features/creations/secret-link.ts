import { eq, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { type CreationRow, creations } from '../../schema/creations.ts'
import { keepFirst } from '../media/index.ts'
import { getOwnDelivered, secretLinkOf } from './creation.ts'
import { linkKey, newLinkKey } from './link-keys.ts'
import { setFileLinks } from './part.ts'

export async function createSecretLink(
  ctx: Ctx,
  id: string,
): Promise<{ url: string; key: string }> {
  return inTransaction(ctx, async (tx) => {
    const row = await getOwnDelivered(tx, id, { lock: true })
    if (row.proofUntil) throw keepFirst()
    const linked = row.linkVersion === null ? await raiseLink(tx, id) : row
    const key = linkKey(tx, linked)
    const url = secretLinkOf(tx, linked)
    if (!key || !url || !row.mediaId) throw new Error('the link was not made')
    if (!row.hiddenAt) await setFileLinks(tx, row, hashSecret(key))
    return { url, key }
  })
}

async function raiseLink(tx: Ctx, id: string): Promise<CreationRow> {
  const [row] = await tx.db
    .update(creations)
    .set({
      linksMade: sql`${creations.linksMade} + 1`,
      linkVersion: sql`${creations.linksMade} + 1`,
      sealedLinkKey: newLinkKey(tx),
    })
    .where(eq(creations.id, id))
    .returning()
  if (!row) throw new Error('the creation is gone')
  return row
}

export async function revokeSecretLink(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await getOwnDelivered(tx, id, { lock: true })
    await tx.db
      .update(creations)
      .set({ linkVersion: null, sealedLinkKey: null })
      .where(eq(creations.id, id))
    await setFileLinks(tx, row, null)
  })
}
