import type { CollectionView } from '@vignette/contract/collections.ts'
import type { Ctx } from '../../ctx.ts'
import { viewNamed } from '../creations/index.ts'
import { findPrincipals } from '../identity/index.ts'
import { viewCards } from '../workflows/index.ts'
import { findSeen } from './find-seen.ts'
import { linkKey } from './link-key.ts'
import { listItems } from './queries.ts'
import type { CollectionRow } from './tables.ts'

export async function viewCollection(ctx: Ctx, row: CollectionRow): Promise<CollectionView> {
  const isOwner = ctx.caller.principal?.id === row.ownerId
  const [owners, items] = await Promise.all([
    findPrincipals(ctx, [row.ownerId]),
    listItems(ctx, row.id),
  ])
  const seen = await findSeen(ctx, items, { unlisted: isOwner })
  const [creations, cards] = await Promise.all([
    viewNamed(ctx, seen.creations),
    viewCards(ctx, seen.workflows),
  ])
  const byId = new Map<string, CollectionView['items'][number]>([
    ...creations.map((one) => [one.id, { type: 'creation' as const, creation: one }] as const),
    ...cards.map((one) => [one.id, { type: 'workflow' as const, workflow: one }] as const),
  ])
  const key = isOwner ? linkKey(ctx, row) : null
  return {
    id: row.id,
    name: row.name,
    visibility: row.visibility,
    hidden: row.hiddenAt !== null,
    owner_handle: owners.get(row.ownerId)?.handle ?? '',
    is_owner: isOwner,
    secret_link: key && `${ctx.origin}/collections/${row.id}?key=${key}`,
    items: items.flatMap(({ subjectId }) => byId.get(subjectId) ?? []),
    created_at: row.createdAt.toISOString(),
  }
}
