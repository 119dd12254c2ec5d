import { checkInput } from '@vignette/contract/check-input.ts'
import { countCents } from '@vignette/contract/currency.ts'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { takeTurn } from '../../platform/take-turn.ts'
import { checkUserId, requireVisitor } from '../identity/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { createPatternMatcher } from './create-pattern-matcher.ts'
import { estimateCost } from './estimate-cost.ts'
import { assertWorkAffordable } from './estimate-work.ts'
import { findOwnServerFaults, ownServerReason } from './own-server.ts'
import { findPriceFault } from './price.ts'
import { readRecipe, refuseRecipe } from './read-recipe.ts'
import { unavailableReason } from './recipe-providers.ts'
import type { Fault, Recipe } from './rules-recipe.ts'
import { wordsOf } from './rules-texts.ts'

/** All checks of a publication that need no row: to be made before the transaction of publishWorkflow. */
export async function readPublishable(ctx: Ctx, document: RecipeDocument): Promise<Recipe> {
  const creator = requireVisitor(ctx)
  await checkUserId(ctx, document.user_id)
  const recipe = readRecipe(ctx, document)
  assertMayPublish(ctx, creator, recipe)
  assertWorkAffordable(ctx, creator, recipe)
  const unfit = [
    ...(await findIdeaFaults(ctx, recipe)),
    ...(await findOwnServerFaults(ctx, creator.id, recipe)),
  ]
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
  const trusted = creator.approvedCreator || creator.admin
  const faults: PublishingFault[] = []
  const forbid = (path: string, message: string) =>
    faults.push({ code: 'forbidden', path, message })
  const refused = findAccessRefusal(ctx, creator)
  if (refused) forbid('', refused)
  recipe.steps.forEach(({ id, provider, params }, at) => {
    if (trusted || ctx.providers.find(provider)?.forEveryCreator) return
    const why = ctx.providers.find(provider)?.ownServerOf?.(params)
      ? 'runs on a server of yours, which gets what visitors enter'
      : `uses ${provider}, which is the operator's to pay for`
    const message = `The step "${id}" ${why}: only approved creators may use it.`
    forbid(`steps[${at}].provider`, message)
  })
  const { cents, faults: unknown } = estimateCost(ctx, recipe)
  const money = unknown.length > 0 ? unknown : findMoneyFaults(ctx, recipe, cents)
  return [...faults, ...money.map((fault) => ({ code: 'invalid_recipe' as const, ...fault }))]
}

/** Why the caller may make no recipes here, as CREATOR_ACCESS says; undefined where they may. */
export function findAccessRefusal(
  ctx: Pick<Ctx, 'config'>,
  creator: Pick<Principal, 'kind' | 'approvedCreator' | 'admin'>,
): string | undefined {
  const { CREATOR_ACCESS } = ctx.config
  if (CREATOR_ACCESS === 'signed-in' && creator.kind !== 'user') {
    return 'Please sign in to publish recipes here.'
  }
  if (CREATOR_ACCESS === 'approved' && !creator.approvedCreator && !creator.admin) {
    return ctx.config.SHOP_MODE === 'single'
      ? 'Only the people of this shop publish here.'
      : 'Only approved creators publish here. Join the waitlist.'
  }
  return undefined
}

function findMoneyFaults(
  ctx: Pick<Ctx, 'config' | 'providers' | 'gateway'>,
  recipe: Recipe,
  estimate: number,
): Fault[] {
  if (estimate > recipe.cost) {
    const message = `must be at least ${countCents(estimate)}, which its steps are estimated to cost`
    return [{ path: 'cost', message }]
  }
  const most = ctx.config.FREE_DAILY_BUDGET_CENTS
  const costly = recipe.steps.some((step) => ctx.providers.find(step.provider)?.costsOperator)
  if (recipe.price === 0) {
    if (!costly) return []
    // The day's remaining budget is checked at each run, not at publication.
    if (most > 0) {
      if (recipe.cost <= most) return []
      const message = `must be at most ${countCents(most)} for a free recipe: that is what all of them may cost here a day`
      return [{ path: 'cost', message }]
    }
  }
  const low = findPriceFault(ctx, recipe)
  return low ? [low] : []
}

/** Ideas that their input's own pattern would refuse. */
export async function findIdeaFaults(
  ctx: Pick<Ctx, 'process' | 'caller'>,
  recipe: Pick<Recipe, 'inputs'>,
): Promise<Fault[]> {
  const withPattern = recipe.inputs.some(({ ideas, pattern }) => ideas && pattern)
  if (!withPattern) return []
  // A creator's patterns may use their whole time limit.
  await takeTurn(ctx.process, ctx.caller.address)
  const matches = createPatternMatcher()
  return recipe.inputs.flatMap((input, at) =>
    (input.ideas ?? []).flatMap((idea, place) => {
      const read = checkInput(input, idea, matches)
      return read.is === 'fault'
        ? [{ path: `inputs[${at}].ideas[${place}]`, message: 'does not fit the pattern' }]
        : []
    }),
  )
}

/** Checks who may make recipes here, and a recipe's steps and words, as publishing does; a test needs no price. */
export async function assertMayTest(ctx: Ctx, creator: Principal, recipe: Recipe): Promise<void> {
  const refused = findPublishingFaults(ctx, creator, recipe).find(
    ({ code }) => code === 'forbidden',
  )
  if (refused) throw new AppError('forbidden', refused.message)
  const missing =
    unavailableReason(ctx, recipe.steps) ?? (await ownServerReason(ctx, creator.id, recipe))
  if (missing) throw new AppError('provider_unavailable', missing)
  assertWorkAffordable(ctx, creator, recipe)
  await assertAllowed(ctx, wordsOf(recipe))
}
