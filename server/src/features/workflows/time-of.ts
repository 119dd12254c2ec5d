import type { WorkflowRow } from './tables.ts'

/** What a run of the live version takes, in milliseconds: as measured, else as declared. */
export function timeOf(row: Pick<WorkflowRow, 'generationTimeMs' | 'measuredTimeMs'>): number {
  return row.measuredTimeMs ?? row.generationTimeMs
}
