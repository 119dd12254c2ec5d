import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { announce, lockOwn } from './queries.ts'
import { collectionItems, collections } from './tables.ts'

export async function deleteCollection(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await lockOwn(tx, id)
    await tx.db.delete(collectionItems).where(eq(collectionItems.collectionId, id))
    await tx.db.delete(collections).where(eq(collections.id, id))
    announce(tx, id)
  })
}
