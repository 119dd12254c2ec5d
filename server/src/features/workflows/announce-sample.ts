import type { TxCtx } from '../../ctx.ts'

export function announceSample(tx: TxCtx, workflowId: string): void {
  tx.afterCommit(() => tx.events.publish({ about: 'workflow', id: workflowId, seq: 0 }))
}
