import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findPublishingFaults } from './find-publishing-faults.ts'
import { refuseRecipe } from './refuse-recipe.ts'
import type { Recipe } from './rules-recipe.ts'

/** Checks CREATOR_ACCESS, the price, and that only approved creators use steps that cost the operator money. */
export function assertMayPublish(ctx: Ctx, creator: Principal, recipe: Recipe): void {
  const faults = findPublishingFaults(ctx, creator, recipe)
  const [first] = faults
  if (!first) return
  if (first.code === 'forbidden') throw new AppError('forbidden', first.message)
  throw refuseRecipe(faults.map(({ path, message }) => ({ path, message })))
}
