import type { Ctx, Principal } from '../../ctx.ts'
import { estimateCost } from './estimate-cost.ts'
import { findPriceFault } from './find-price-fault.ts'
import type { Fault, Recipe } from './rules-recipe.ts'

/** `forbidden` is about the caller and says all in its message, which is then a whole sentence. */
interface PublishingFault extends Fault {
  code: 'forbidden' | 'invalid_recipe'
}

/** CREATOR_ACCESS, the cost, the price, and steps that only approved creators may use. */
export function findPublishingFaults(
  ctx: Pick<Ctx, 'config' | 'providers' | 'gateway'>,
  creator: Pick<Principal, 'kind' | 'approvedCreator' | 'admin'>,
  recipe: Recipe,
): PublishingFault[] {
  const { CREATOR_ACCESS } = ctx.config
  const trusted = creator.approvedCreator || creator.admin
  const faults: PublishingFault[] = []
  const forbid = (path: string, message: string) =>
    faults.push({ code: 'forbidden', path, message })
  if (CREATOR_ACCESS === 'signed-in' && creator.kind !== 'user') {
    forbid('', 'Please sign in to publish recipes here.')
  }
  if (CREATOR_ACCESS === 'approved' && !trusted) {
    forbid('', 'Only approved creators publish here. Join the waitlist.')
  }
  recipe.steps.forEach(({ id, provider }, at) => {
    if (trusted || ctx.providers.find(provider)?.forEveryCreator) return
    const message = `The step "${id}" uses ${provider}, which is the operator's to pay for: only approved creators may use it.`
    forbid(`steps[${at}].provider`, message)
  })
  const { cents, faults: unknown } = estimateCost(ctx, recipe)
  const money = unknown.length > 0 ? unknown : findMoneyFaults(ctx, recipe, cents)
  return [...faults, ...money.map((fault) => ({ code: 'invalid_recipe' as const, ...fault }))]
}

function findMoneyFaults(
  ctx: Pick<Ctx, 'config' | 'providers' | 'gateway'>,
  recipe: Recipe,
  estimate: number,
): Fault[] {
  if (estimate > recipe.cost) {
    const message = `must be at least ${estimate} cents, which its steps are estimated to cost`
    return [{ path: 'cost', message }]
  }
  const most = ctx.config.FREE_DAILY_BUDGET_CENTS
  const costly = recipe.steps.some((step) => ctx.providers.find(step.provider)?.costsOperator)
  if (recipe.price === 0) {
    if (!costly) return []
    // The day's remaining budget is checked at each run, not at publication.
    if (most > 0) {
      if (recipe.cost <= most) return []
      const message = `must be at most ${most} cents for a free recipe: that is what all of them may cost here a day`
      return [{ path: 'cost', message }]
    }
  }
  const low = findPriceFault(ctx, recipe)
  return low ? [low] : []
}
