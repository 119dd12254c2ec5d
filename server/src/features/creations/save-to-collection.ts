import { COLLECTION, type SavedType } from '@vignette/contract/collection-limits.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { collectionItems, type ItemRow } from '../../schema/creations.ts'
import { lockCaller } from '../identity/index.ts'
import { announce, listItems, lockOwn } from './collection.ts'
import { findSeen } from './view-collection.ts'

/** Saves a creation or recipe; one that the caller cannot see is refused as if there were none. */
export async function saveToCollection(
  ctx: Ctx,
  id: string,
  subject: { type: SavedType; id: string },
): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await lockOwn(tx, id)
    const wish = { subjectType: subject.type, subjectId: subject.id }
    if ((await seenIds(tx, [wish])).size === 0) {
      throw new AppError('not_found', `There is no such ${subject.type}.`)
    }
    const items = await listItems(tx, id)
    if (items.some(({ subjectId }) => subjectId === subject.id)) return
    if (items.length >= COLLECTION.items) await makeRoom(tx, items)
    await tx.db
      .insert(collectionItems)
      .values({ id: newId(), collectionId: id, ...wish, savedAt: tx.clock.now() })
    announce(tx, id)
  })
}

/** Makes room in a full collection by deleting items that its owner can no longer see. */
async function makeRoom(tx: TxCtx, items: readonly ItemRow[]): Promise<void> {
  const seen = await seenIds(tx, items)
  const gone = items.filter(({ subjectId }) => !seen.has(subjectId)).map(({ id }) => id)
  if (gone.length === 0) {
    const most = `This collection holds ${COLLECTION.items}, and that is the most.`
    throw new AppError('forbidden', most)
  }
  await tx.db.delete(collectionItems).where(inArray(collectionItems.id, gone))
}

async function seenIds(
  tx: TxCtx,
  items: readonly Pick<ItemRow, 'subjectType' | 'subjectId'>[],
): Promise<Set<string>> {
  const { creations, workflows } = await findSeen(tx, items, { unlisted: true })
  return new Set([...creations, ...workflows].map(({ id }) => id))
}

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
