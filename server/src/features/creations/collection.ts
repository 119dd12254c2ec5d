import { and, desc, eq } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isSame } from '../../platform/secrets.ts'
import {
  type CollectionRow,
  collectionItems,
  collections,
  type ItemRow,
} from '../../schema/creations.ts'
import { findPrincipals, requireVisitor } from '../identity/index.ts'
import type { ModeratedSubject } from '../moderation/index.ts'
import { linkKeyOfCollection } from './link-keys.ts'

function notFound(): AppError {
  return new AppError('not_found', 'This collection may have been deleted or does not exist.')
}

/** A collection that this caller may see: the caller's own, a public one, or one opened by its key. */
export async function getVisible(ctx: Ctx, id: string, key?: string): Promise<CollectionRow> {
  const [row] = await ctx.db.select().from(collections).where(eq(collections.id, id))
  const { principal } = ctx.caller
  if (!row) throw notFound()
  if (principal?.id === row.ownerId) return row
  const wanted = linkKeyOfCollection(ctx, row)
  const opens = key !== undefined && wanted !== null && isSame(key, wanted)
  if (row.visibility !== 'public' && !opens) throw notFound()
  const owner = (await findPrincipals(ctx, [row.ownerId])).get(row.ownerId)
  if ((row.hiddenAt || owner?.banned) && !principal?.roles.includes('moderator')) throw notFound()
  return row
}

/** A collection of the caller, locked; one of another owner is answered as not found. */
export async function lockOwn(tx: TxCtx, id: string): Promise<CollectionRow> {
  const [row] = await tx.db
    .select()
    .from(collections)
    .where(and(eq(collections.id, id), eq(collections.ownerId, requireVisitor(tx).id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** The items of a collection, the last saved first. */
export function listItems(ctx: Pick<Ctx, 'db'>, collectionId: string): Promise<ItemRow[]> {
  return ctx.db
    .select()
    .from(collectionItems)
    .where(eq(collectionItems.collectionId, collectionId))
    .orderBy(desc(collectionItems.id))
}

/** Drops the pages that every visitor shares. */
export function announce(tx: TxCtx, id: string): void {
  tx.afterCommit(() => tx.events.publish({ about: 'collection', id, seq: 0 }))
}

export async function findCollectionSubject(
  tx: TxCtx,
  id: string,
): Promise<ModeratedSubject | undefined> {
  const [row] = await tx.db.select().from(collections).where(eq(collections.id, id))
  return (
    row && {
      title: `The collection “${row.name}”`,
      url: `/collections/${row.id}`,
      ownerId: row.ownerId,
      hidden: row.hiddenAt !== null,
      reachable: row.visibility === 'public' && row.hiddenAt === null,
    }
  )
}

export async function moderateCollection(
  tx: TxCtx,
  id: string,
  hiddenAt: Date | null,
): Promise<void> {
  await tx.db.update(collections).set({ hiddenAt }).where(eq(collections.id, id))
  announce(tx, id)
}
