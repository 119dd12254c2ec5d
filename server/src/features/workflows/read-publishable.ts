import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { checkUserId, requireVisitor } from '../identity/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { assertWorkAffordable } from './assert-work-affordable.ts'
import { findIdeaFaults } from './find-idea-faults.ts'
import { findPublishingFaults } from './find-publishing-faults.ts'
import { readRecipe } from './read-recipe.ts'
import { refuseRecipe } from './refuse-recipe.ts'
import type { Recipe } from './rules-recipe.ts'
import { wordsOf } from './rules-texts.ts'

/** All checks of a publication that need no row: to be made before the transaction of publishWorkflow. */
export async function readPublishable(ctx: Ctx, document: RecipeDocument): Promise<Recipe> {
  const creator = requireVisitor(ctx)
  await checkUserId(ctx, document.user_id)
  const recipe = readRecipe(ctx, document)
  assertMayPublish(ctx, creator, recipe)
  assertWorkAffordable(ctx, creator, recipe)
  const unfit = await findIdeaFaults(ctx, recipe)
  if (unfit.length > 0) throw refuseRecipe(unfit)
  await assertAllowed(ctx, wordsOf(recipe))
  return recipe
}

/** Checks CREATOR_ACCESS, the price, and that only approved creators use steps that cost the operator money. */
function assertMayPublish(ctx: Ctx, creator: Principal, recipe: Recipe): void {
  const faults = findPublishingFaults(ctx, creator, recipe)
  const [first] = faults
  if (!first) return
  if (first.code === 'forbidden') throw new AppError('forbidden', first.message)
  throw refuseRecipe(faults.map(({ path, message }) => ({ path, message })))
}
