import { DEFAULT_GENERATION_SECONDS } from '@vignette/contract/limits.ts'
import type { RecipeDocument, SentDocument } from '@vignette/contract/recipe-document.ts'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { workflowPorts } from './ports.ts'
import { getOwn } from './queries.ts'
import { readRecipe } from './read-recipe.ts'
import { refuseRecipe } from './refuse-recipe.ts'

/** Fills in a time that the document leaves out: as its tests took, else as the live version says. */
export async function fillTime(
  ctx: Ctx,
  sent: SentDocument,
  workflowId?: string,
): Promise<RecipeDocument> {
  const { generation_time } = sent
  if (generation_time !== undefined) return { ...sent, generation_time }
  const ownerId = requireVisitor(ctx).id
  const recipe = readRecipe(ctx, { ...sent, generation_time: DEFAULT_GENERATION_SECONDS })
  const passed = await workflowPorts.passedTests.ask(ctx, { ownerId, recipe })
  if (passed) return { ...sent, generation_time: passed.generationTimeMs }
  if (!workflowId) throw refuseRecipe([NOT_MEASURED])
  const { version } = await getOwn(ctx, workflowId)
  return { ...sent, generation_time: version.recipe.generationTime }
}

const NOT_MEASURED = {
  path: 'generation_time',
  message: 'is missing, and no test of this recipe has measured it',
}
