import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { assertAllowed } from '../moderation/index.ts'
import { assertWorkAffordable } from './assert-work-affordable.ts'
import { findPublishingFaults } from './find-publishing-faults.ts'
import type { Recipe } from './rules-recipe.ts'
import { wordsOf } from './rules-texts.ts'
import { unavailableReason } from './unavailable-reason.ts'

/** Checks who may make recipes here, and a recipe's steps and words, as publishing does; a test needs no price. */
export async function assertMayTest(ctx: Ctx, creator: Principal, recipe: Recipe): Promise<void> {
  const refused = findPublishingFaults(ctx, creator, recipe).find(
    ({ code }) => code === 'forbidden',
  )
  if (refused) throw new AppError('forbidden', refused.message)
  const missing = unavailableReason(
    ctx,
    recipe.steps.map((step) => step.provider),
  )
  if (missing) throw new AppError('provider_unavailable', missing)
  assertWorkAffordable(ctx, creator, recipe)
  await assertAllowed(ctx, wordsOf(recipe))
}
