import { and, eq, not } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { keepRecent } from '../../platform/keep-recent.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { workflows } from './tables.ts'

const VERSIONS = 2_000
const marked = defineProcessPart(() => keepRecent<true>(VERSIONS))

/**
 * Notes that a version has delivered, where that version is live and nothing had delivered yet. What
 * is noted stays so, and an earlier version is never live again, so that each process asks once.
 */
export async function markTested(
  tx: TxCtx,
  { workflowId, version }: { workflowId: string; version: number },
): Promise<void> {
  const key = `${workflowId} ${version}`
  if (tx.process.of(marked).get(key)) return
  const { id, version: live, tested } = workflows
  const rows = await tx.db
    .update(workflows)
    .set({ tested: true })
    .where(and(eq(id, workflowId), eq(live, version), not(tested)))
    .returning({ id })
  tx.afterCommit((ctx) => {
    ctx.process.of(marked).set(key, true)
  })
  if (rows.length > 0) announceWorkflows(tx, [workflowId])
}
