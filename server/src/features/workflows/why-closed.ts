import type { WorkflowRow } from './tables.ts'

export const PAUSED = 'Its creator has paused this recipe, so no new run starts now.'
export const FAILING = 'Its last runs failed, so no new run starts until one works again.'

/** Why a workflow starts no new run: its creator's pause, or failing runs; null where it does. */
export function whyClosed({
  state,
  failingAt,
}: Pick<WorkflowRow, 'state' | 'failingAt'>): string | undefined {
  if (state === 'paused') return PAUSED
  return failingAt ? FAILING : undefined
}
