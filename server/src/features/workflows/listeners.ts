import { and, eq, isNull } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring/wiring.ts'
import { findPrincipals, identityEvents, publicHandle } from '../identity/index.ts'
import { releaseMedia } from '../media/index.ts'
import { renameCreator } from './rename-creator.ts'
import { syncSampleVisibility } from './sync-sample-visibility.ts'
import { syncWorkflowBan } from './sync-workflow-ban.ts'
import { workflows } from './tables.ts'

/** How workflows reacts to events of lower features. */
export const workflowListeners: Handling[] = [
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    const owner = (await findPrincipals(tx, [to])).get(to)
    await tx.db
      .update(workflows)
      .set({ ownerId: to, ...(owner ? { handle: publicHandle(owner) } : {}) })
      .where(eq(workflows.ownerId, from))
  }),
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    const withdrawn = await tx.db
      .update(workflows)
      .set({ deletedAt: tx.clock.now() })
      .where(and(eq(workflows.ownerId, principalId), isNull(workflows.deletedAt)))
      .returning({ sampleMediaId: workflows.sampleMediaId })
    const samples = withdrawn.flatMap(({ sampleMediaId }) => sampleMediaId ?? [])
    for (const mediaId of samples) await syncSampleVisibility(tx, mediaId)
    await releaseMedia(tx, samples)
    // A deleted account's name is removed from deleted workflows too.
    await renameCreator(tx, {
      principalId,
      handle: publicHandle({ id: principalId, username: null }),
    })
  }),
  identityEvents.handleChanged.hear(renameCreator),
  identityEvents.principalBanned.hear(syncWorkflowBan),
]
