import type { TxCtx } from '../../ctx.ts'
import { isHouse } from '../identity/index.ts'
import { hashRecipe } from './hash-recipe.ts'
import { workflowPorts } from './ports.ts'
import type { FoundWorkflow } from './queries.ts'
import type { Recipe } from './rules-recipe.ts'

interface New {
  ownerId: string
  recipe: Recipe
  /** The version that the new one replaces, if any. */
  before: FoundWorkflow | undefined
}

/**
 * Whether a new version runs what has delivered before: in a test, or as the version before, where
 * only texts or the price change. The product's own tests run the recipes of the house.
 */
export async function isTested(tx: TxCtx, { ownerId, recipe, before }: New): Promise<boolean> {
  if (before?.row.tested && hashRecipe(before.version.recipe) === hashRecipe(recipe)) return true
  if (await workflowPorts.passedTests.ask(tx, { ownerId, recipe })) return true
  return isHouse(tx, ownerId)
}
