import type { WorkflowState } from '@vignette/contract/workflows.ts'
import type { WorkflowRow } from './tables.ts'

/** Where a workflow stands for its creator: an admin's decision outweighs the creator's. */
export function stateOf(row: Pick<WorkflowRow, 'state' | 'hiddenAt' | 'deletedAt'>): WorkflowState {
  if (row.deletedAt) return 'taken_down'
  return row.hiddenAt ? 'hidden' : row.state
}
