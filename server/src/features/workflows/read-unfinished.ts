import { DEFAULT_GENERATION_SECONDS } from '@vignette/contract/limits.ts'
import { type RecipeDocument, recipeDocument } from '@vignette/contract/recipe-document.ts'
import { findShapeFaults } from '@vignette/contract/shape-faults.ts'
import type { Ctx } from '../../ctx.ts'
import { placeOf } from '../../platform/http/errors.ts'
import { catalogOf } from './catalog-of.ts'
import { type CostEstimate, estimateCost } from './estimate-cost.ts'
import { findSizeFault } from './find-size-fault.ts'
import { parseRecipe } from './rules.ts'
import type { Fault, Recipe } from './rules-recipe.ts'

export type Unfinished =
  | { ok: true; recipe: Recipe; document: RecipeDocument; estimate: CostEstimate }
  | { ok: false; faults: Fault[] }

/**
 * Reads a document that may leave out what the server knows: its owner, its cost, which is then the
 * estimate, and its time.
 */
export function readUnfinished(
  ctx: Pick<Ctx, 'providers'>,
  given: object,
  known: { user_id: string; generation_time?: number },
): Unfinished {
  const { user_id, generation_time = DEFAULT_GENERATION_SECONDS } = known
  const filled = { cost: 0, generation_time, ...given, user_id }
  const shape = findShapeFaults(recipeDocument, filled)
  if (shape.length > 0) {
    return {
      ok: false,
      faults: shape.map(({ path, message }) => ({ path: placeOf(path), message })),
    }
  }
  const document = recipeDocument.parse(filled)
  const large = findSizeFault(document)
  if (large) return { ok: false, faults: [{ path: '', message: large }] }
  const parsed = parseRecipe(document, catalogOf(ctx))
  if (!parsed.ok) return parsed
  const estimate = estimateCost(ctx, parsed.recipe)
  const cost = 'cost' in given ? parsed.recipe.cost : estimate.cents
  return {
    ok: true,
    recipe: { ...parsed.recipe, cost },
    document: { ...document, cost },
    estimate,
  }
}
