import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { workflowEvents } from './events.ts'
import { lockWorkflows } from './lock-workflows.ts'
import { syncSampleVisibility } from './sync-sample-visibility.ts'
import { type WorkflowRow, workflows } from './tables.ts'

export async function moderateWorkflow(tx: TxCtx, id: string, hidden: boolean): Promise<void> {
  await lockWorkflows(tx, eq(workflows.id, id))
  const changed = await tx.db
    .update(workflows)
    .set({ hiddenAt: hidden ? tx.clock.now() : null })
    .where(eq(workflows.id, id))
    .returning()
  if (hidden) await workflowEvents.closed.tell(tx, { workflowIds: [id] })
  await syncSamples(tx, changed)
}

export async function syncSamples(tx: TxCtx, changed: readonly WorkflowRow[]): Promise<void> {
  for (const { sampleMediaId } of changed) {
    if (sampleMediaId) await syncSampleVisibility(tx, sampleMediaId)
  }
  announceWorkflows(
    tx,
    changed.map((row) => row.id),
  )
}
