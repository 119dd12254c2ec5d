import type { Ctx } from '../../ctx.ts'
import { workflows } from '../workflows/index.ts'
import { countSamples } from './count-samples.ts'

/** True once every seeded recipe shows its sample, or has failed for good. */
export async function samplesReady(ctx: Ctx): Promise<boolean> {
  if (!ctx.config.SEED || !ctx.config.LOCAL) return true
  const [any] = await ctx.db.select({ id: workflows.id }).from(workflows).limit(1)
  if (!any) return false
  const { of, drawn, lost } = await countSamples(ctx)
  return drawn + lost === of
}
