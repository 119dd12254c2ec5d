import { COLLECTION, type Visibility } from '@vignette/contract/collection-limits.ts'
import type { CollectionView } from '@vignette/contract/collections.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { collectionItems, collections } from '../../schema/creations.ts'
import { lockCaller } from '../identity/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { announce, lockOwn } from './collection.ts'
import { newLinkKey } from './link-keys.ts'
import { viewCollection } from './view-collection.ts'

export async function createCollection(
  ctx: Ctx,
  { name, visibility }: { name: string; visibility: Visibility },
): Promise<CollectionView> {
  await assertAllowed(ctx, [{ path: 'name', text: name }])
  const made = await inTransaction(ctx, async (given) => {
    // The lock makes collections that are created at once count each other.
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    if ((await tx.db.$count(collections, eq(collections.ownerId, owner.id))) >= COLLECTION.most) {
      const most = `You have ${COLLECTION.most} collections, and that is the most.`
      throw new AppError('forbidden', most)
    }
    const [row] = await tx.db
      .insert(collections)
      .values({
        id: newId(),
        ownerId: owner.id,
        name,
        visibility,
        linkVersion: 1,
        sealedLinkKey: newLinkKey(tx),
        createdAt: tx.clock.now(),
      })
      .returning()
    if (!row) throw new Error('the collection was not written')
    return row
  })
  return viewCollection(ctx, made)
}

export async function updateCollection(
  ctx: Ctx,
  id: string,
  wish: { name?: string | undefined; visibility?: Visibility | undefined },
): Promise<CollectionView> {
  if (wish.name) {
    await assertAllowed(ctx, [{ path: 'name', text: wish.name }])
  }
  const row = await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const before = await lockOwn(tx, id)
    const { name = before.name, visibility = before.visibility } = wish
    const begins = visibility === 'link' && before.visibility !== 'link'
    const change = {
      name,
      visibility,
      ...(begins && { linkVersion: before.linkVersion + 1, sealedLinkKey: newLinkKey(tx) }),
    }
    await tx.db.update(collections).set(change).where(eq(collections.id, id))
    announce(tx, id)
    return { ...before, ...change }
  })
  return viewCollection(ctx, row)
}

export async function deleteCollection(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await lockOwn(tx, id)
    await tx.db.delete(collectionItems).where(eq(collectionItems.collectionId, id))
    await tx.db.delete(collections).where(eq(collections.id, id))
    announce(tx, id)
  })
}
