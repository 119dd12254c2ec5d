/** After this many failures a run is given up; a recipe without its sample stays without one. */
const MOST_TRIES = 3

export type RunState =
  | { state: 'unmade' | 'running' | 'failed'; tries: number }
  | { state: 'made'; tries: number; mediaId: string | null }

/** A seeded recipe that exists, with its runs by their number. */
export interface Planted {
  id: string
  sampleMediaId: string | null
  runs: Map<number, RunState>
}

/** A recipe's run by its number; 0 is the sample. */
export interface RunName {
  file: string
  run: number
}

export function stateOf(
  planted: Map<string, Planted>,
  { file, run }: RunName,
): RunState | undefined {
  const recipe = planted.get(file)
  if (!recipe) return undefined
  const known = recipe.runs.get(run) ?? { state: 'unmade', tries: 0 }
  if (run > 0 || !recipe.sampleMediaId || known.state === 'made') return known
  return { state: 'made', tries: known.tries, mediaId: recipe.sampleMediaId }
}

export function isGivenUp({ state, tries }: RunState): boolean {
  return state === 'failed' && tries >= MOST_TRIES
}
