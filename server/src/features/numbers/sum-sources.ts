import type { VisitSource } from '@vignette/contract/visit-source.ts'
import type { Ctx } from '../../ctx.ts'
import { NOTHING, sumFigures } from './sum-figures.ts'
import { viewFigures } from './view-numbers.ts'

/** A workflow's figures of all days, by source. */
export async function sumSources(
  ctx: Ctx,
  workflowId: string,
): Promise<(source: VisitSource) => ReturnType<typeof viewFigures>> {
  const groups = await sumFigures(ctx, { workflowIds: [workflowId], by: ['source'] })
  const known = new Map(groups.map(({ source, figures }) => [source, figures]))
  return (source) => viewFigures(known.get(source) ?? NOTHING)
}
