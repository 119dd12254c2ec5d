import { eq, or } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { workflowEvents } from '../workflows/index.ts'
import { tellFollowers } from './notify-followers.ts'
import { follows } from './tables.ts'

/** How follows react to events of lower features. Only accounts follow, so a claimed visitor brings no follows. */
export const followListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db
      .delete(follows)
      .where(or(eq(follows.followerId, principalId), eq(follows.followedId, principalId)))
  }),
  // Told by a task: the recipe is locked now, and its creator may have many followers.
  workflowEvents.listed.hear(async (tx, { workflowIds }) => {
    const listedAt = tx.clock.now()
    for (const workflowId of workflowIds) {
      await tx.queue.send(tx, tellFollowers, { workflowId, listedAt })
    }
  }),
]
