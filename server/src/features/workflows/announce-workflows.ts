import type { TxCtx } from '../../ctx.ts'

/** Notifies every cache that may hold these workflows. */
export function announceWorkflows(tx: TxCtx, ids: readonly string[]): void {
  for (const workflowId of ids) {
    tx.afterCommit(() => tx.events.publish({ about: 'workflow', id: workflowId, seq: 0 }))
  }
}
