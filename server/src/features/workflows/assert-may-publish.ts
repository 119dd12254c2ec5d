import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { estimateCost } from './estimate-cost.ts'
import { findPriceFault } from './find-price-fault.ts'
import type { Recipe } from './rules-recipe.ts'

/** Checks CREATOR_ACCESS, the price, and that only approved creators use steps that cost the operator money. */
export function assertMayPublish(ctx: Ctx, creator: Principal, recipe: Recipe): void {
  const { CREATOR_ACCESS, FREE_DAILY_BUDGET_CENTS } = ctx.config
  if (CREATOR_ACCESS === 'signed-in' && creator.kind !== 'user') {
    throw new AppError('forbidden', 'Please sign in to publish recipes here.')
  }
  if (CREATOR_ACCESS === 'approved' && !creator.approvedCreator && !creator.admin) {
    throw new AppError('forbidden', 'Only approved creators publish here. Join the waitlist.')
  }
  const { cents: estimate, faults } = estimateCost(ctx, recipe)
  const [fault] = faults
  if (fault) throw new AppError('invalid_recipe', fault.message, { details: faults })
  if (estimate > recipe.cost) {
    throw refuse(
      'cost',
      `cost must be at least ${estimate} cents, which its steps are estimated to cost`,
    )
  }
  const foreign = recipe.steps.find(
    ({ provider }) => !ctx.providers.find(provider)?.forEveryCreator,
  )
  if (foreign && !creator.approvedCreator && !creator.admin) {
    throw new AppError(
      'forbidden',
      `The step "${foreign.id}" uses ${foreign.provider}, which is the operator's to pay for: only approved creators may use it.`,
    )
  }
  const costly = recipe.steps.some((step) => ctx.providers.find(step.provider)?.costsOperator)
  if (recipe.price === 0) {
    if (!costly) return
    // The day's remaining budget is checked at each run, not at publication.
    if (FREE_DAILY_BUDGET_CENTS > 0) {
      if (recipe.cost <= FREE_DAILY_BUDGET_CENTS) return
      throw refuse(
        'cost',
        `cost must be at most ${FREE_DAILY_BUDGET_CENTS} cents for a free recipe: that is what all of them may cost here a day`,
      )
    }
  }
  const low = findPriceFault(ctx, recipe)
  if (low) throw refuse(low.path, low.message)
}

function refuse(path: string, message: string): AppError {
  return new AppError('invalid_recipe', message, { details: [{ path, message }] })
}
