import type { WorkflowView } from './workflows.ts'

/** What a run costs now. */
export function priceNow({ price, launch }: Pick<WorkflowView, 'price' | 'launch'>): number {
  return launch?.price ?? price
}
