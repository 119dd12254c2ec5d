import type { WorkflowRow } from './tables.ts'

export const PAUSED = 'Its creator has paused this recipe, so no new run starts now.'
export const FAILING = 'Its last runs failed, so no new run starts until one works again.'
export const WITHOUT_MODEL =
  'The vendor of a model that it uses no longer offers that model, so no new run starts. Its creator can publish a new version.'

type Facts = Pick<WorkflowRow, 'state' | 'failingAt' | 'goneModel'>

/**
 * Why a workflow starts no new run: its creator's pause, a model that is gone, or failing runs;
 * undefined where it does. Only the creator reads which model it is.
 */
export function whyClosed(row: Facts, toOwner = false): string | undefined {
  if (row.state === 'paused') return PAUSED
  if (row.goneModel !== null) return toOwner ? tellGoneModel(row.goneModel) : WITHOUT_MODEL
  return row.failingAt ? FAILING : undefined
}

export const tellGoneModel = (model: string) =>
  `Its vendor no longer offers the model ${model}, so no new run starts. Publish a new version with another model.`
