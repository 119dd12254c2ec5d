import { PRICE } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { estimateCost } from './estimate-cost.ts'
import { lowestPrice } from './rules.ts'
import type { Recipe } from './rules-recipe.ts'

/** What a card payment costs the platform: 2.9% and 30 cents, as Stripe's list price is. */
export function processorFeeCents(price: number): number {
  return price === 0 ? 0 : Math.round(price * 0.029) + 30
}

/** The operator's wallet: who may publish, and what may cost the operator money. */
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
  const foreign = recipe.steps.find((step) => step.provider !== 'local')
  if (foreign && !creator.approvedCreator && !creator.admin) {
    throw new AppError(
      'forbidden',
      `The step "${foreign.id}" uses ${foreign.provider}, which is the operator's to pay for: only approved creators may use it.`,
    )
  }
  if (!recipe.steps.some((step) => ctx.providers.find(step.provider)?.costsOperator)) return
  // How much of the day's budget is left is asked at each run.
  if (recipe.price === 0 && FREE_DAILY_BUDGET_CENTS > 0) {
    if (recipe.cost <= FREE_DAILY_BUDGET_CENTS) return
    throw refuse(
      'cost',
      `cost must be at most ${FREE_DAILY_BUDGET_CENTS} cents for a free recipe: that is what all of them may cost here a day`,
    )
  }
  const lowest = lowestPrice(recipe.cost, processorFeeCents)
  if (lowest === undefined) {
    throw refuse(
      'cost',
      `cost of ${recipe.cost} cents is above what the platform’s share of the highest price (${formatCents(PRICE.maxCents)}) covers`,
    )
  }
  if (recipe.price < lowest) {
    throw refuse(
      'price',
      `price must be at least ${lowest} cents (${formatCents(lowest)}), so that the platform’s share covers the cost of ${recipe.cost} cents and the card fee`,
    )
  }
}

function refuse(path: string, message: string): AppError {
  return new AppError('invalid_recipe', message, { details: [{ path, message }] })
}
