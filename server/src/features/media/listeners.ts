import { and, eq, isNull } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { media } from '../../schema/media.ts'
import { identityEvents } from '../identity/index.ts'

/** Media's listeners to the events of lower features. */
export const mediaListeners: Handling[] = [
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    await tx.db.update(media).set({ ownerId: to }).where(eq(media.ownerId, from))
  }),
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db
      .update(media)
      .set({ deletedAt: tx.clock.now(), public: false })
      .where(and(eq(media.ownerId, principalId), isNull(media.deletedAt)))
  }),
]
