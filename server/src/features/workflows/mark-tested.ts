import { and, eq, not } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { workflows } from './tables.ts'

/** Notes that a version has delivered, where that version is live and nothing had delivered yet. */
export async function markTested(
  tx: TxCtx,
  { workflowId, version }: { workflowId: string; version: number },
): Promise<void> {
  const { id, version: live, tested } = workflows
  const marked = await tx.db
    .update(workflows)
    .set({ tested: true })
    .where(and(eq(id, workflowId), eq(live, version), not(tested)))
    .returning({ id })
  if (marked.length > 0) announceWorkflows(tx, [workflowId])
}
