import { formatGenerationTime, generationMinutes } from '@vignette/contract/generation-time.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'

/** "about 1 minute (~5s)": whole minutes, and the seconds that cards and the recipe's page tell. */
export function describeTime(workflow: Pick<WorkflowView, 'generation_time'>): string {
  const minutes = generationMinutes(workflow.generation_time)
  const about = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `about ${about} (${formatGenerationTime(workflow.generation_time)})`
}
