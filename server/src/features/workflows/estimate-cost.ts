import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import type { Fault, Recipe, RecipeStep } from './rules-recipe.ts'
import { fillParams, referencesIn } from './rules-references.ts'

/** More ways to fill in a step's price than this are not tried, but refused. */
const MOST_WAYS = 10_000

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
  recipe.steps.forEach((step, at) => {
    const provider = ctx.providers.find(step.provider)
    if (!provider) return
    let ways: Map<string, string>[] = [new Map()]
    for (const { param, name } of priceReferencesOf(step, provider.pricedBy)) {
      const choices = choicesOf(recipe.inputs.find((input) => input.key === name))
      if (!choices || ways.length * choices.length > MOST_WAYS) {
        const path = `steps[${at}].params.${param}`
        faults.push({
          path,
          message: `${path} decides what the step costs, so "${name}" must be a number with a max or a text with options${choices ? ', and fewer of them' : ''}`,
        })
        continue
      }
      ways = ways.flatMap((way) => choices.map((choice) => new Map(way).set(name, choice)))
    }
    const estimates = ways.map((way) =>
      provider.estimateCents({
        functionType: step.functionType,
        params: fillParams(step.params, (name) => way.get(name) ?? `{{${name}}}`),
        ...(step.model ? { model: step.model } : {}),
      }),
    )
    // What has no price is no setting of the vendor's, and the run refuses it.
    cents += Math.max(0, ...estimates.filter((estimate) => Number.isFinite(estimate)))
  })
  return { cents, faults }
}

function priceReferencesOf(
  step: RecipeStep,
  pricedBy: readonly string[],
): { param: string; name: string }[] {
  const seen = new Set<string>()
  return pricedBy.flatMap((param) =>
    referencesIn(JSON.stringify(step.params[param] ?? '')).flatMap((name) => {
      if (seen.has(name)) return []
      seen.add(name)
      return [{ param, name }]
    }),
  )
}

/** All that an input can bring in, or of a number the most; undefined where that is not declared. */
function choicesOf(input: WorkflowInput | undefined): string[] | undefined {
  if (input?.numeric) return input.max === null ? undefined : [String(input.max)]
  if (input?.step_type !== 'select') return undefined
  return input.options.map((option) => option.value)
}
