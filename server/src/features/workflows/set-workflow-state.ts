import type { ChosenState, WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { assertListable } from './assert-listable.ts'
import { workflowEvents } from './events.ts'
import { lockOwn } from './lock-own.ts'
import { workflows } from './tables.ts'
import { viewWith } from './view-with.ts'

/** The lock of the row makes a starting run or checkout either come before a pause or see it. */
export async function setWorkflowState(
  ctx: Ctx,
  id: string,
  state: ChosenState,
): Promise<WorkflowView> {
  return inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { row, version } = await lockOwn(tx, id)
    if (state === 'listed' && row.state !== 'listed') assertListable(tx, version.recipe)
    await tx.db.update(workflows).set({ state }).where(eq(workflows.id, id))
    if (state === 'paused') await workflowEvents.closed.tell(tx, { workflowIds: [id] })
    if (state === 'listed') await workflowEvents.listed.tell(tx, { workflowIds: [id] })
    announceWorkflows(tx, [id])
    return viewWith(tx, { ...row, state }, version.recipe)
  })
}
