import { and, eq, notInArray } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { letterAddresses, notices, unsubscriptions } from '../../schema/notices.ts'
import { identityEvents } from '../identity/index.ts'
import { OUTLIVING_KINDS } from './notice-kinds.ts'

/** How notices react to events of lower features. */
export const noticeListeners: Handling[] = [
  // The account's own address takes the place of the one that the visitor left.
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    await tx.db.update(notices).set({ ownerId: to }).where(eq(notices.ownerId, from))
    await tx.db.delete(letterAddresses).where(eq(letterAddresses.ownerId, from))
  }),
  // The letters of a notice go with the notice, sent or not.
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    const own = eq(notices.ownerId, principalId)
    await tx.db.delete(notices).where(and(own, notInArray(notices.kind, OUTLIVING_KINDS)))
    await tx.db.delete(letterAddresses).where(eq(letterAddresses.ownerId, principalId))
    await tx.db.delete(unsubscriptions).where(eq(unsubscriptions.reader, principalId))
  }),
]
