import { formatPrice } from '@vignette/contract/money.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'

/** What stands after the words of a button that starts a run; a creator's own test is free. */
export function priceAfter(workflow: WorkflowView): string {
  const price = (workflow.launch ?? workflow).price
  return price > 0 && !workflow.is_owner ? ` · ${formatPrice(price)}` : ''
}
