import { LAST_RUNS, type LastRuns } from '@vignette/contract/workflows.ts'
import { describeLastRuns } from './describe-last-runs.ts'
import type { WorkflowRow } from './tables.ts'

type Figures = Pick<WorkflowRow, 'lastRuns' | 'lastDelivered' | 'measuredTimeMs' | 'slowTimeMs'>

/** What the newest runs of the live version delivered and took; null while too few have ended. */
export function lastRunsOf(row: Figures): LastRuns | null {
  if (row.lastRuns < LAST_RUNS.toldFrom) return null
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
  const told = {
    delivered: row.lastDelivered,
    of: row.lastRuns,
    p50: seconds(row.measuredTimeMs),
    p95: seconds(row.slowTimeMs),
  }
  return { ...told, words: describeLastRuns(told) }
}
