import type { CreationView } from '@vignette/contract/creations.ts'
import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { changeCreation } from './change-creation.ts'
import { creationNotFound, getOwnDelivered } from './queries.ts'
import { viewCreation } from './view-creation.ts'

export async function restoreCreation(ctx: Ctx, id: string): Promise<CreationView> {
  const row = await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true, deleted: true })
    const restorableSince = hoursAgo(tx, TOMBSTONE_PURGE_HOURS)
    // A declined proof is gone for good, and so is what was paid for twice.
    if (
      before.proofUntil ||
      before.takenBack ||
      !before.deletedAt ||
      before.deletedAt < restorableSince
    )
      throw creationNotFound()
    return changeCreation(tx, before, { deletedAt: null })
  })
  return viewCreation(ctx, row)
}
