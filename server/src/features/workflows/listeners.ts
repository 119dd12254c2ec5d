import { eq, sql } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { workflows } from '../../schema/workflows.ts'
import { findPrincipals, identityEvents, publicHandle } from '../identity/index.ts'
import { releaseMedia } from '../media/index.ts'
import { giveAddress } from './address.ts'
import { workflowEvents } from './events.ts'
import { syncWorkflowBan } from './moderation.ts'
import { syncSampleVisibility } from './sample.ts'
import { renameCreator } from './workflow.ts'

/** How workflows reacts to events of lower features. */
export const workflowListeners: Handling[] = [
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    const owner = (await findPrincipals(tx, [to])).get(to)
    const claimed = await tx.db
      .update(workflows)
      .set({ ownerId: to, ...(owner ? { handle: publicHandle(owner) } : {}) })
      .where(eq(workflows.ownerId, from))
      .returning()
    const listed = claimed.filter(({ state, deletedAt }) => state === 'listed' && !deletedAt)
    for (const recipe of listed) await giveAddress(tx, recipe)
  }),
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    const left = await tx.db
      .select({ id: workflows.id, sampleMediaId: workflows.sampleMediaId })
      .from(workflows)
      .where(eq(workflows.ownerId, principalId))
      .orderBy(workflows.id)
      .for('update')
    const at = tx.clock.now().toISOString()
    await tx.db
      .update(workflows)
      .set({
        deletedAt: sql`coalesce(${workflows.deletedAt}, ${at}::timestamptz)`,
        sampleMediaId: null,
      })
      .where(eq(workflows.ownerId, principalId))
    await workflowEvents.closed.emit(tx, { workflowIds: left.map(({ id }) => id) })
    const samples = left.flatMap(({ sampleMediaId }) => sampleMediaId ?? [])
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
