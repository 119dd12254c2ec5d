import type { NumberRange } from '@vignette/contract/number-limits.ts'
import type { getStudioNumbers as route } from '@vignette/contract/numbers.ts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { workflows } from '../workflows/index.ts'
import { viewFigures, viewNumbers, weigh } from './view-numbers.ts'

const RECIPES = 100

/** The numbers of all workflows of the caller, those that were taken down too. */
export async function getStudioNumbers(
  ctx: Ctx,
  range: NumberRange,
): Promise<z.input<(typeof route)['answer']>> {
  const owner = requireVisitor(ctx)
  const own = await ctx.db
    .select({ id: workflows.id, name: workflows.name })
    .from(workflows)
    .where(eq(workflows.ownerId, owner.id))
  const names = new Map(own.map(({ id, name }) => [id, name]))
  const workflowIds = [...names.keys()]
  const { view, groups } = await viewNumbers(ctx, { workflowIds, range, also: 'workflow_id' })
  const recipes = groups
    .filter(({ workflowId }) => workflowId !== null)
    .toSorted((a, b) => weigh(b.figures) - weigh(a.figures))
    .slice(0, RECIPES)
    .map(({ workflowId, figures }) => {
      const { delivered: _, ...shown } = viewFigures(figures)
      return { id: workflowId ?? '', name: names.get(workflowId ?? '') ?? '', ...shown }
    })
  return { ...view, recipes }
}
