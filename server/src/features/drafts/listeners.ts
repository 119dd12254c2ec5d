import { eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { workflowDrafts } from '../../schema/drafts.ts'
import { identityEvents } from '../identity/index.ts'

/** How drafts react to news of people. */
export const draftListeners: Handling[] = [
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    await tx.db.update(workflowDrafts).set({ ownerId: to }).where(eq(workflowDrafts.ownerId, from))
  }),
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(workflowDrafts).where(eq(workflowDrafts.ownerId, principalId))
  }),
]
