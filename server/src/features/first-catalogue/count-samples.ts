import type { Ctx } from '../../ctx.ts'
import { fillRun } from './fill-run.ts'
import { readPlanted } from './read-planted.ts'
import { SEEDS } from './seeds/seeds.ts'
import { isGivenUp, stateOf } from './state-of.ts'

export interface SampleCount {
  /** Recipes of the first catalogue that still exist. */
  of: number
  /** Those that show their sample. */
  drawn: number
  /** Those that stay without one. */
  lost: number
}

export async function countSamples(ctx: Ctx): Promise<SampleCount> {
  const planted = await readPlanted(ctx)
  const found: SampleCount = { of: 0, drawn: 0, lost: 0 }
  for (const { file } of SEEDS) {
    const sample = { file, run: 0 }
    const state = stateOf(planted, sample)
    if (!state) continue
    found.of += 1
    if (state.state === 'made') found.drawn += 1
    else if (isGivenUp(state)) found.lost += 1
    else if (state.state !== 'running' && fillRun(planted, sample) === 'never') found.lost += 1
  }
  return found
}
