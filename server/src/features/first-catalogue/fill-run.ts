import type { Given } from './seeds/run.ts'
import { runOf } from './seeds/seeds.ts'
import { isGivenUp, type Planted, type RunName, type RunState, stateOf } from './state-of.ts'

/** The run's inputs, if the pictures and films that they name exist. */
export function fillRun(
  planted: Map<string, Planted>,
  one: RunName,
): Record<string, string> | 'later' | 'never' {
  // The recipe's own sample first: its creator's first public creation becomes the sample.
  const needed: RunName[] = one.run > 0 ? [{ file: one.file, run: 0 }] : []
  const filled: Record<string, string> = {}
  const given: Given = runOf(one)?.given ?? {}
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'string') filled[key] = value
    else {
      const source = { file: value.madeWith, run: value.run ?? 0 }
      needed.push(source)
      const state = stateOf(planted, source)
      if (state?.state === 'made') filled[key] = state.mediaId ?? ''
    }
  }
  const states = needed.map((source) => stateOf(planted, source))
  const lost = (state: RunState | undefined) =>
    !state || isGivenUp(state) || (state.state === 'made' && state.mediaId === null)
  if (states.some(lost)) return 'never'
  return states.every((state) => state?.state === 'made') ? filled : 'later'
}
