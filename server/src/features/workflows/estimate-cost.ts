import { fromUsCents } from '@vignette/contract/currency.ts'
import { rulesOf } from '@vignette/contract/input-types.ts'
import { referencesIn } from '@vignette/contract/references.ts'
import type { Ctx } from '../../ctx.ts'
import { fillStep } from './recipe-providers.ts'
import { copiesOf, type Fault, type Recipe, type RecipeStep } from './rules-recipe.ts'

/** Trying combinations blocks the event loop, so workflows with more combinations are refused. */
const MOST_WAYS = 10_000
/** The most characters of a parameter that decides the price, such as a size or a duration. */
const PRICE_MAX = 200
const DECLARED = 'must be a number with a max or a text with options'

/** The highest cost of a run in cents, in total and by step, unless there are faults. */
export interface CostEstimate {
  cents: number
  steps: number[]
  faults: Fault[]
}

/**
 * The maximum cost of a run by the providers' estimates: where an input decides a step's price, the
 * most expensive choice counts, and an input without fixed choices is refused.
 */
export function estimateCost(ctx: Pick<Ctx, 'providers'>, recipe: Recipe): CostEstimate {
  const faults: Fault[] = []
  const costs: number[] = recipe.steps.map(() => 0)
  let left = MOST_WAYS
  recipe.steps.forEach((step, at) => {
    const provider = ctx.providers.find(step.provider)
    if (!provider) return
    const priced = pricedParamsOf(step, provider.pricedBy)
    const chosen: { name: string; choices: string[] }[] = []
    let count = 1
    for (const { param, name, length } of priceReferencesOf(priced)) {
      const input = recipe.inputs.find((one) => one.key === name)
      const choices = input && rulesOf(input).choicesOf(input)
      const path = `steps[${at}].params.${param}`
      const refuse = (must: string) =>
        faults.push({ path, message: `decides what the step costs, so ${must}` })
      if (length > PRICE_MAX) refuse(`it must have at most ${PRICE_MAX} characters`)
      else if (!choices) refuse(`"${name}" ${DECLARED}`)
      else if (count * choices.length > left) refuse(`"${name}" ${DECLARED}, and fewer of them`)
      else {
        count *= choices.length
        chosen.push({ name, choices })
      }
    }
    left -= count
    if (faults.length > 0) return
    const ways = chosen.reduce(
      (before: Map<string, string>[], { name, choices }) =>
        before.flatMap((way) => choices.map((choice) => new Map(way).set(name, choice))),
      [new Map()],
    )
    const estimates = ways.map((way) =>
      provider.estimateCents({
        functionType: step.functionType,
        params: fillStep(
          ctx,
          { ...step, params: priced },
          (name) => way.get(name) ?? `{{${name}}}`,
        ),
        ...(step.model ? { model: step.model } : {}),
      }),
    )
    // A choice without a price is no setting of the vendor's, and the run refuses the choice.
    const dearest = Math.max(0, ...estimates.filter((estimate) => Number.isFinite(estimate)))
    costs[at] = fromUsCents(dearest) * copiesOf(recipe, step)
  })
  return { cents: costs.reduce((sum, one) => sum + one, 0), steps: costs, faults }
}

/** Only the params that decide the price. */
function pricedParamsOf(step: RecipeStep, pricedBy: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(step.params).filter(([param]) => pricedBy.includes(param)),
  )
}

/** Each input that a price names, at the first param that names the input, and the param's length. */
function priceReferencesOf(
  priced: Record<string, unknown>,
): { param: string; name: string; length: number }[] {
  const seen = new Set<string>()
  return Object.entries(priced).flatMap(([param, value]) => {
    const written = JSON.stringify(value ?? '')
    return referencesIn(written).flatMap((name) => {
      if (seen.has(name)) return []
      seen.add(name)
      return [{ param, name, length: written.length }]
    })
  })
}
