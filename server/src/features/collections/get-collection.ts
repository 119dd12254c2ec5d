import type { CollectionView } from '@vignette/contract/collections.ts'
import type { Ctx } from '../../ctx.ts'
import { getVisible } from './queries.ts'
import { viewCollection } from './view-collection.ts'

export async function getCollection(ctx: Ctx, id: string, key?: string): Promise<CollectionView> {
  return viewCollection(ctx, await getVisible(ctx, id, key))
}
