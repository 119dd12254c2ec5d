import { COLLECTION } from '@vignette/contract/collection-limits.ts'
import type { ListedCollection } from '@vignette/contract/collections.ts'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { collectionItems, collections } from './tables.ts'

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
  const counts = await countItems(ctx, ids, holding)
  return {
    collections: rows.map(({ row }) => ({
      id: row.id,
      name: row.name,
      visibility: row.visibility,
      items: counts.get(row.id)?.items ?? 0,
      holds: counts.get(row.id)?.holds ?? false,
      created_at: row.createdAt.toISOString(),
    })),
    next_cursor,
  }
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
