import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { announce, lockOwn } from './queries.ts'
import { collectionItems } from './tables.ts'

export async function removeFromCollection(ctx: Ctx, id: string, subjectId: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await lockOwn(tx, id)
    await tx.db
      .delete(collectionItems)
      .where(and(eq(collectionItems.collectionId, id), eq(collectionItems.subjectId, subjectId)))
    announce(tx, id)
  })
}
