import { eq, inArray } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { announce } from './collection.ts'
import { collectionItems, collections } from './tables.ts'

/** How collections react to news of people. */
export const collectionListeners: Handling[] = [
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    await tx.db.update(collections).set({ ownerId: to }).where(eq(collections.ownerId, from))
  }),
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    const owned = eq(collections.ownerId, principalId)
    const ids = tx.db.select({ id: collections.id }).from(collections).where(owned)
    await tx.db.delete(collectionItems).where(inArray(collectionItems.collectionId, ids))
    await tx.db.delete(collections).where(owned)
    announce(tx, principalId)
  }),
  identityEvents.handleChanged.hear(async (tx, { principalId }) => announce(tx, principalId)),
  identityEvents.principalBanned.hear(async (tx, { principalId }) => announce(tx, principalId)),
]
