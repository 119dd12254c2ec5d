import type { Ctx } from '../../ctx.ts'
import { workflows } from '../workflows/index.ts'
import { fillRun } from './fill-run.ts'
import { readPlanted } from './read-planted.ts'
import { SEEDS } from './seeds/seeds.ts'
import { isGivenUp, stateOf } from './state-of.ts'

/** True once every seeded recipe shows its sample, or has failed for good. */
export async function samplesReady(ctx: Ctx): Promise<boolean> {
  if (!ctx.config.SEED || !ctx.config.LOCAL) return true
  const [any] = await ctx.db.select({ id: workflows.id }).from(workflows).limit(1)
  if (!any) return false
  const planted = await readPlanted(ctx)
  return SEEDS.every(({ file }) => {
    const sample = { file, run: 0 }
    const state = stateOf(planted, sample)
    if (!state || state.state === 'made' || isGivenUp(state)) return true
    return state.state !== 'running' && fillRun(planted, sample) === 'never'
  })
}
