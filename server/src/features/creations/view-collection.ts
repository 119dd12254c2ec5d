import { COLLECTION } from '@vignette/contract/collection-limits.ts'
import type { CollectionView, ListedCollection } from '@vignette/contract/collections.ts'
import type { MediaView } from '@vignette/contract/entities.ts'
import { and, count, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import {
  type CollectionRow,
  type CreationRow,
  collectionItems,
  collections,
  type ItemRow,
} from '../../schema/creations.ts'
import { type WorkflowRow } from '../../schema/workflows.ts'
import { findPrincipals } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { listSeenWorkflows, viewCards } from '../workflows/index.ts'
import { getVisible, listItems } from './collection.ts'
import { linkKeyOfCollection } from './link-keys.ts'
import { listSeenCreations } from './shown-creations.ts'
import { viewNamed } from './view-items.ts'

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
  const key = isOwner ? linkKeyOfCollection(ctx, row) : null
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

export async function getCollection(ctx: Ctx, id: string, key?: string): Promise<CollectionView> {
  return viewCollection(ctx, await getVisible(ctx, id, key))
}

interface Seen {
  creations: CreationRow[]
  workflows: WorkflowRow[]
}

/**
 * What the caller may see of these items without the collection. An unlisted recipe, which opens by
 * its address alone, is shown to the person who saved it.
 */
export async function findSeen(
  ctx: Ctx,
  items: readonly Pick<ItemRow, 'subjectType' | 'subjectId'>[],
  { unlisted }: { unlisted: boolean },
): Promise<Seen> {
  const idsOf = (type: ItemRow['subjectType']) =>
    items.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId)
  const creations = await listSeenCreations(ctx, idsOf('creation'))
  const workflows = await listSeenWorkflows(ctx, idsOf('workflow'), { unlisted })
  return { creations, workflows }
}

/** A browser that has written nothing has no principal and gets an empty list. */
export async function listCollections(
  ctx: Ctx,
  { cursor, holding }: { cursor?: string | undefined; holding?: string | undefined },
): Promise<{ collections: ListedCollection[]; next_cursor: string | null }> {
  const { principal } = ctx.caller
  if (!principal) return { collections: [], next_cursor: null }
  const list = { name: ['collections', principal.id], columns: [collections.id], descending: true }
  const place = { limit: COLLECTION.most, offset: 0, cursor }
  const { rows, next_cursor } = await readPage(ctx.config, list, place, (at) =>
    ctx.db
      .select({ row: collections, key: at.key })
      .from(collections)
      .where(and(eq(collections.ownerId, principal.id), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const ids = rows.map(({ row }) => row.id)
  const [counts, covers] = await Promise.all([countItems(ctx, ids, holding), findCovers(ctx, ids)])
  return {
    collections: rows.map(({ row }) => ({
      id: row.id,
      name: row.name,
      visibility: row.visibility,
      items: counts.get(row.id)?.items ?? 0,
      holds: counts.get(row.id)?.holds ?? false,
      cover: covers.get(row.id) ?? [],
      created_at: row.createdAt.toISOString(),
    })),
    next_cursor,
  }
}

const COVER = 4
/** So many are looked at for a cover, since some may be gone or have no picture. */
const LOOKED_AT = 2 * COVER

/** The newest pictures of all these collections, with as many statements as of one. */
async function findCovers(ctx: Ctx, ids: readonly string[]): Promise<Map<string, MediaView[]>> {
  if (ids.length === 0) return new Map()
  const { id, collectionId, subjectType, subjectId } = collectionItems
  const ranked = ctx.db
    .select({
      id,
      collectionId,
      subjectType,
      subjectId,
      place: sql<number>`row_number() over (partition by ${collectionId} order by ${id} desc)`.as(
        'place',
      ),
    })
    .from(collectionItems)
    .where(inArray(collectionId, [...ids]))
    .as('ranked')
  const items = await ctx.db
    .select()
    .from(ranked)
    .where(lte(ranked.place, LOOKED_AT))
    .orderBy(desc(ranked.id))
  const seen = await findSeen(ctx, items, { unlisted: true })
  const mediaIds = new Map([
    ...seen.creations.map((row) => [row.id, row.mediaId] as const),
    ...seen.workflows.map((row) => [row.id, row.sampleMediaId] as const),
  ])
  const media = await viewMediaOf(ctx, [...mediaIds.values()])
  const pictureOf = (subject: string) => media.get(mediaIds.get(subject) ?? '')
  return new Map(
    [...Map.groupBy(items, (item) => item.collectionId)].map(([of, saved]) => [
      of,
      saved
        .flatMap((item) => pictureOf(item.subjectId) ?? [])
        .filter(({ preview_url: preview }) => preview)
        .slice(0, COVER),
    ]),
  )
}

async function countItems(ctx: Ctx, ids: readonly string[], holding: string | undefined) {
  if (ids.length === 0) return new Map<string, { items: number; holds: boolean }>()
  const rows = await ctx.db
    .select({
      id: collectionItems.collectionId,
      items: count(),
      holds: holding
        ? sql<boolean>`bool_or(${collectionItems.subjectId} = ${holding}::uuid)`
        : sql<boolean>`false`,
    })
    .from(collectionItems)
    .where(inArray(collectionItems.collectionId, [...ids]))
    .groupBy(collectionItems.collectionId)
  return new Map(rows.map(({ id, ...counted }) => [id, counted]))
}
