import { eq, inArray, sql } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { collectionItems, collections, creationFiles, creations } from '../../schema/creations.ts'
import { identityEvents } from '../identity/index.ts'
import { releaseMedia } from '../media/index.ts'
import { clearSamples } from '../workflows/index.ts'
import { announce } from './collection.ts'
import { syncCreationBan } from './moderation.ts'
import { listShownFiles } from './part.ts'

/** How creations reacts to events of lower features. */
export const creationListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    const gone = await tx.db
      .update(creations)
      .set({
        deletedAt: sql`coalesce(${creations.deletedAt}, ${tx.clock.now().toISOString()}::timestamptz)`,
        inputs: sql`'{}'::jsonb`,
        linkVersion: null,
        public: false,
      })
      .where(eq(creations.ownerId, principalId))
      .returning()
    const files = await tx.db
      .delete(creationFiles)
      .where(
        inArray(
          creationFiles.creationId,
          tx.db
            .select({ id: creations.id })
            .from(creations)
            .where(eq(creations.ownerId, principalId)),
        ),
      )
      .returning({ mediaId: creationFiles.mediaId })
    // A file that another row still names stays; a file that no row names is deleted.
    await releaseMedia(
      tx,
      files.map((file) => file.mediaId),
    )
    const shown: string[] = []
    for (const row of gone) shown.push(...(await listShownFiles(tx, row)))
    await clearSamples(tx, shown)
    for (const { id } of gone) {
      tx.afterCommit(() => tx.events.publish({ about: 'creation', id, seq: 0 }))
    }
  }),
  identityEvents.principalBanned.hear(syncCreationBan),
]

/** How collections react to news of people. */
export const collectionListeners: Handling[] = [
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
