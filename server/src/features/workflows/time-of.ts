import { readGenerationTimeMs } from '@vignette/contract/generation-time.ts'
import type { WorkflowRow } from './tables.ts'

type Timed = Pick<WorkflowRow, 'generationTime'> &
  Partial<Pick<WorkflowRow, 'measuredTimeMs' | 'lastDelivered'>>

/** The milliseconds that a run takes: of the live version as measured, else as the recipe states. */
export function timeOf({ generationTime, measuredTimeMs }: Timed): number {
  return measuredTimeMs ?? readGenerationTimeMs(generationTime)
}

/** What half of the last delivered runs of the live version took at most; absent before ten have ended. */
export function measuredOf({
  measuredTimeMs,
  lastDelivered,
}: Pick<WorkflowRow, 'measuredTimeMs' | 'lastDelivered'>) {
  if (measuredTimeMs === null) return {}
  return { measured_time: { seconds: measuredTimeMs / 1000, runs: lastDelivered } }
}
