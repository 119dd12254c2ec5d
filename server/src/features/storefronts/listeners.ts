import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { Handling } from '../../platform/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { storefronts } from './tables.ts'

/** How storefronts react to events of lower features. A visitor has no username, and so no storefront. */
export const storefrontListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(storefronts).where(eq(storefronts.ownerId, principalId))
    announce(tx, principalId)
  }),
  identityEvents.handleChanged.hear(async (tx, { principalId }) => announce(tx, principalId)),
  identityEvents.principalBanned.hear(async (tx, { principalId }) => announce(tx, principalId)),
]

/**
 * Drops the cached answers of a storefront; a storefront may have no recipe or creation whose
 * change would drop them.
 */
function announce(tx: TxCtx, id: string): void {
  tx.afterCommit(() => tx.events.publish({ about: 'storefront', id, seq: 0 }))
}
