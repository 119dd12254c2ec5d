import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { findMedia, markMediaUsed } from '../media/index.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { assertRoomForWorkflow } from './assert-room-for-workflow.ts'
import { getOwned } from './get-owned.ts'
import { isListable } from './is-listable.ts'
import { syncSampleVisibility } from './sync-sample-visibility.ts'
import { type WorkflowRow, workflows } from './tables.ts'
import { viewWith } from './view-with.ts'

/** Brings a workflow back that its creator took down, in the state that it had, with its sample if the file is left. */
export async function restoreWorkflow(ctx: Ctx, id: string): Promise<WorkflowView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    await tx.db
      .select({ id: workflows.id })
      .from(workflows)
      .where(eq(workflows.id, id))
      .for('update')
    const { row, version } = await getOwned(tx, id)
    if (!row.deletedAt) return viewWith(tx, row, version.recipe)
    await assertRoomForWorkflow(tx, owner)
    const mayBeListed = row.state !== 'listed' || isListable(tx, version.recipe)
    const restored: WorkflowRow = {
      ...row,
      deletedAt: null,
      state: mayBeListed ? row.state : 'unlisted',
      sampleMediaId: await keepSample(tx, row.sampleMediaId),
    }
    const { deletedAt, state, sampleMediaId } = restored
    await tx.db
      .update(workflows)
      .set({ deletedAt, state, sampleMediaId })
      .where(eq(workflows.id, id))
    if (sampleMediaId) await syncSampleVisibility(tx, sampleMediaId)
    announceWorkflows(tx, [id])
    return viewWith(tx, restored, version.recipe)
  })
}

async function keepSample(tx: TxCtx, mediaId: string | null): Promise<string | null> {
  if (!mediaId || !(await findMedia(tx, [mediaId])).has(mediaId)) return null
  await markMediaUsed(tx, [mediaId])
  return mediaId
}
