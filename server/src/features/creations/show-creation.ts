import type { TxCtx } from '../../ctx.ts'
import { setMediaVisibility } from '../media/index.ts'
import { adoptOwnSample, recordRemix } from '../workflows/index.ts'
import { isShown } from './is-shown.ts'
import type { CreationRow } from './tables.ts'

/** Counts a creation that its owner has received, and shows it where it is public. */
export async function showCreation(tx: TxCtx, row: CreationRow, mediaId: string): Promise<void> {
  if (isShown(row)) await setMediaVisibility(tx, mediaId, true)
  if (!row.test) {
    const { workflowId, ownerId } = row
    await recordRemix(tx, { workflowId, ownerId })
    if (isShown(row)) await adoptOwnSample(tx, { workflowId, ownerId, mediaId })
  }
  if (isShown(row)) {
    tx.afterCommit(() => tx.events.publish({ about: 'creation', id: row.id, seq: 0 }))
  }
}
