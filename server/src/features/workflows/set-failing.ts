import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { workflowEvents } from './events.ts'
import { workflows } from './tables.ts'

/** Ends or allows new runs of a workflow, whose row the caller has locked as a pause does. */
export async function setFailing(tx: TxCtx, id: string, failingAt: Date | null): Promise<void> {
  await tx.db.update(workflows).set({ failingAt }).where(eq(workflows.id, id))
  if (failingAt) await workflowEvents.closed.tell(tx, { workflowIds: [id] })
  announceWorkflows(tx, [id])
}
