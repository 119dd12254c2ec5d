import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { setMediaLink } from '../media/index.ts'
import { getOwnDelivered } from './queries.ts'
import { creations } from './tables.ts'

export async function revokeSecretLink(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await getOwnDelivered(tx, id, { lock: true })
    await tx.db.update(creations).set({ linkVersion: null }).where(eq(creations.id, id))
    if (row.mediaId) await setMediaLink(tx, row.mediaId, null)
  })
}
