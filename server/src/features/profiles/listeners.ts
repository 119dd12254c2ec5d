import { eq, or } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { Handling } from '../../platform/wiring.ts'
import { creatorLetters, follows, letterConsents } from '../../schema/profiles.ts'
import { identityEvents } from '../identity/index.ts'
import { syncMediaAccess } from '../media/index.ts'
import { workflowEvents } from '../workflows/index.ts'
import { withdrawHidden } from './deliver-letter.ts'
import { claimConsents } from './letter-consent.ts'
import { notifyFollowers } from './notify-followers.ts'
import { readChosen } from './storefront.ts'

/** How storefronts react to events of lower features. A visitor has no username, and so no storefront. */
export const storefrontListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => announce(tx, principalId)),
  identityEvents.handleChanged.hear(async (tx, { principalId }) => announce(tx, principalId)),
  identityEvents.principalBanned.hear(async (tx, { principalId }) => {
    const { pictureId, coverId } = await readChosen(tx, principalId)
    for (const id of [pictureId, coverId]) if (id) await syncMediaAccess(tx, id)
    announce(tx, principalId)
  }),
]

/**
 * Drops the cached answers of a storefront; a storefront may have no recipe or creation whose
 * change would drop them.
 */
function announce(tx: TxCtx, id: string): void {
  tx.afterCommit(() => tx.events.publish({ about: 'storefront', id, seq: 0 }))
}

/** How follows and wishes for letters react to events of lower features. Only accounts follow, so a claimed visitor brings no follows. */
export const followListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db
      .delete(follows)
      .where(or(eq(follows.followerId, principalId), eq(follows.followedId, principalId)))
    const { readerId, creatorId } = letterConsents
    await tx.db
      .delete(letterConsents)
      .where(or(eq(readerId, principalId), eq(creatorId, principalId)))
  }),
  identityEvents.visitorClaimed.hear(claimConsents),
  identityEvents.principalBanned.hear(async (tx, { principalId, banned }) => {
    if (!banned) return
    const sent = tx.db
      .select({ letterId: creatorLetters.id })
      .from(creatorLetters)
      .where(eq(creatorLetters.ownerId, principalId))
    for (const letter of await sent) await tx.queue.send(tx, withdrawHidden, letter)
  }),
  // Told by a task: the recipe is locked now, and its creator may have many followers.
  workflowEvents.listed.hear(async (tx, { workflowIds }) => {
    const listedAt = tx.clock.now()
    for (const workflowId of workflowIds) {
      await tx.queue.send(tx, notifyFollowers, { workflowId, listedAt })
    }
  }),
]
