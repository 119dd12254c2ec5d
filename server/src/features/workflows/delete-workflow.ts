import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { workflowEvents } from './events.ts'
import { lockOwn } from './lock-own.ts'
import { syncSampleVisibility } from './sync-sample-visibility.ts'
import { workflows } from './tables.ts'

/** Takes a workflow down; its sample is private until the workflow comes back or the sweep frees the file. */
export async function deleteWorkflow(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { row } = await lockOwn(tx, id)
    await tx.db.update(workflows).set({ deletedAt: tx.clock.now() }).where(eq(workflows.id, id))
    if (row.sampleMediaId) await syncSampleVisibility(tx, row.sampleMediaId)
    await workflowEvents.closed.tell(tx, { workflowIds: [id] })
    announceWorkflows(tx, [id])
  })
}
