import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { Recipe } from '../workflows/index.ts'
import { creationPorts } from './ports.ts'

/** Functions whose picture depends on the seed; all other functions give the same result each time. */
const DRAWN_ANEW = 'text_to_image'

/** The steps whose picture is different in each run; a step whose seed the recipe or an input fixes is not among them. */
export function findDrawing({ steps }: Recipe): Recipe['steps'] {
  return steps.filter(
    ({ functionType, params }) => functionType === DRAWN_ANEW && (params['seed'] ?? null) === null,
  )
}

/** The seed of a run, where one step alone draws and its function takes a seed. */
export async function findSeed(
  ctx: Ctx,
  recipe: Recipe,
  run: { creationId: string; jobId: string | undefined },
): Promise<{ seed?: number }> {
  const [step, ...others] = findDrawing(recipe)
  if (!step || others.length > 0) return {}
  const params = ctx.providers.findFunction(step.provider, step.functionType)?.params
  if (!(params instanceof z.ZodObject) || !('seed' in params.shape)) return {}
  const seed = await creationPorts.seedOfStep.ask(ctx, { ...run, stepId: step.id })
  return seed === undefined ? {} : { seed }
}
