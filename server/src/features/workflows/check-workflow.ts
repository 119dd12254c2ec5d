import { splitPrice } from '@vignette/contract/price-split.ts'
import { FAULTS } from '@vignette/contract/request-limits.ts'
import type { WorkflowCheck } from '@vignette/contract/workflow-check.ts'
import type { Ctx, Principal } from '../../ctx.ts'
import { cutDetail } from '../../platform/http/errors.ts'
import { termsOf } from '../../shop.ts'
import { findAcceptedTerms, requireVisitor } from '../identity/index.ts'
import { findRefused } from '../moderation/index.ts'
import { findWorkFault } from './estimate-work.ts'
import { findOwnServerFaults } from './own-server.ts'
import { lowestPriceHere } from './price.ts'
import { findIdeaFaults, findPublishingFaults } from './read-publishable.ts'
import { readUnfinished } from './read-recipe.ts'
import type { Recipe } from './rules-recipe.ts'
import { wordsOf } from './rules-texts.ts'

export async function checkWorkflow(ctx: Ctx, document: object): Promise<WorkflowCheck> {
  const caller = requireVisitor(ctx)
  const { recipe: _, ...check } = await checkDocument(ctx, document, caller)
  const accepted = await findAcceptedTerms(ctx, caller.id)
  return { ...check, creator_terms_accepted: accepted === termsOf(ctx).creators }
}

export type Publisher = Pick<Principal, 'id' | 'kind' | 'approvedCreator' | 'admin'>

/** All that publishing would refuse at once, and what the recipe costs; writes nothing. */
export async function checkDocument(
  ctx: Ctx,
  given: object,
  publisher: Publisher,
): Promise<Omit<WorkflowCheck, 'creator_terms_accepted'> & { recipe?: Recipe }> {
  const read = readUnfinished(ctx, given, { user_id: publisher.id })
  if (!read.ok) {
    const faults = read.faults.slice(0, FAULTS.told).map(cutDetail)
    return { ...NOTHING_KNOWN, faults }
  }
  const { recipe, estimate } = read
  const work = findWorkFault(ctx, publisher, recipe)
  const faults = [
    ...findPublishingFaults(ctx, publisher, recipe),
    ...(work ? [work] : []),
    ...(await findIdeaFaults(ctx, recipe)),
    ...(await findOwnServerFaults(ctx, publisher.id, recipe)),
  ]
  const refused = await findRefused(ctx, wordsOf(recipe))
  return {
    recipe,
    faults: faults.slice(0, FAULTS.told).map(cutDetail),
    steps: estimate.faults.length > 0 ? [] : stepsOf(recipe, estimate.steps),
    cost_cents: estimate.cents,
    lowest_price: lowestPriceHere(ctx, recipe.cost) ?? null,
    price: recipe.price > 0 ? viewSplit(ctx, recipe) : null,
    missing: findMissing(ctx, recipe, publisher.admin),
    refused: refused.slice(0, FAULTS.told).map(cutDetail),
  }
}

const NOTHING_KNOWN = {
  steps: [],
  cost_cents: 0,
  lowest_price: null,
  price: null,
  missing: [],
  refused: [],
}

function stepsOf(recipe: Recipe, costs: readonly number[]): WorkflowCheck['steps'] {
  return recipe.steps.map(({ id, provider }, at) => ({ id, provider, cents: costs[at] ?? 0 }))
}

function viewSplit(ctx: Pick<Ctx, 'gateway'>, { price, cost }: Recipe): WorkflowCheck['price'] {
  const split = splitPrice({ price, cost, fee: ctx.gateway.fee })
  return {
    buyer_pays: split.buyerPays,
    creator_keeps: split.creatorKeeps,
    card_fee: split.cardFee,
    rendering: split.rendering,
    platform_keeps: split.platformKeeps,
  }
}

/** What is missing in the operator's setting is told to admins alone. */
function findMissing(ctx: Ctx, recipe: Recipe, toAdmin: boolean): WorkflowCheck['missing'] {
  const missing = recipe.steps.flatMap((step) => {
    const provider = ctx.providers.find(step.provider)
    const state = provider?.availability(step)
    if (!provider || !state || state.available) return []
    const why = toAdmin ? `: ${state.missing}` : ''
    const message = state.told ?? `${provider.title} is not available here${why}.`
    return [{ provider: step.provider, message }]
  })
  return missing.filter(
    ({ message }, at) => missing.findIndex((one) => one.message === message) === at,
  )
}
