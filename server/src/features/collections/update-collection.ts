import type { Visibility } from '@vignette/contract/collection-limits.ts'
import type { CollectionView } from '@vignette/contract/collections.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { announce, lockOwn } from './queries.ts'
import { collections } from './tables.ts'
import { viewCollection } from './view-collection.ts'

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
    const change = { name, visibility, linkVersion: before.linkVersion + (begins ? 1 : 0) }
    await tx.db.update(collections).set(change).where(eq(collections.id, id))
    announce(tx, id)
    return { ...before, ...change }
  })
  return viewCollection(ctx, row)
}
