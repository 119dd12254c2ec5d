import { expectedTime, generationMinutes } from '@vignette/contract/generation-time.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'

/** "about 1 minute", as review and paywall tell it; cards and the recipe's page tell seconds. */
export function describeTime(
  workflow: Pick<WorkflowView, 'generation_time' | 'measured_time'>,
): string {
  const minutes = generationMinutes(expectedTime(workflow))
  return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
