import type { WorkflowRow } from './tables.ts'

/** The milliseconds that a run of the live version takes: as measured, or else as the recipe states. */
export function timeOf(row: Pick<WorkflowRow, 'generationTimeMs' | 'measuredTimeMs'>): number {
  return row.measuredTimeMs ?? row.generationTimeMs
}
