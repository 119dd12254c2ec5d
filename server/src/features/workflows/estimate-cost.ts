import { rulesOf } from '@vignette/contract/input-types.ts'
import { referencesIn } from '@vignette/contract/references.ts'
import type { Ctx } from '../../ctx.ts'
import type { Fault, Recipe, RecipeStep } from './rules-recipe.ts'
import { fillParams } from './rules-references.ts'

/** Nobody else is served meanwhile: more ways to fill in a recipe's prices are not tried, but refused. */
const MOST_WAYS = 10_000
/** A size, a duration, or the names of inputs that make one up. */
const PRICE_MAX = 200
const DECLARED = 'must be a number with a max or a text with options'

/**
 * What a run costs at most, as its providers estimate it: where a visitor chooses what a step is
 * priced by, the dearest choice counts, and a price that could be anything is a fault.
 */
export function estimateCost(
  ctx: Pick<Ctx, 'providers'>,
  recipe: Recipe,
): { cents: number; faults: Fault[] } {
  const faults: Fault[] = []
  let cents = 0
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
        faults.push({ path, message: `${path} decides what the step costs, so ${must}` })
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
        params: fillParams(priced, (name) => way.get(name) ?? `{{${name}}}`),
        ...(step.model ? { model: step.model } : {}),
      }),
    )
    // What has no price is no setting of the vendor's, and the run refuses it.
    cents += Math.max(0, ...estimates.filter((estimate) => Number.isFinite(estimate)))
  })
  return { cents, faults }
}

/** All that the price depends on, however much else the step carries. */
function pricedParamsOf(step: RecipeStep, pricedBy: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(step.params).filter(([param]) => pricedBy.includes(param)),
  )
}

/** Each input that a price names, at the first param that does, and how long that is. */
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
