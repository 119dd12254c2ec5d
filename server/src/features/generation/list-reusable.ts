import type { UserInputs } from '@vignette/contract/creations.ts'
import { sortedJson } from '../../platform/sorted-json.ts'
import { dependenciesOf, type Recipe, type RecipeStep } from '../workflows/index.ts'

/** A run as its steps see it: the recipe, and the step's prompt and params with this run's inputs. */
interface PlannedRun {
  recipe: Recipe
  inputs: UserInputs
  expand: (step: RecipeStep) => unknown
}

/**
 * The steps whose products of an earlier run can stand for this run: their definition, prompt,
 * params and files have not changed, and neither the step nor a step it needs must run again.
 */
export function listReusable(
  before: PlannedRun,
  now: PlannedRun,
  { made, from }: { made: ReadonlySet<string>; from: string | undefined },
): Set<string> {
  const known = new Map<string, boolean>()

  function isReusable(id: string): boolean {
    const decided = known.get(id)
    if (decided !== undefined) return decided
    // Also ends a circle, which a valid recipe does not have.
    known.set(id, false)
    const step = now.recipe.steps.find((one) => one.id === id)
    const old = before.recipe.steps.find((one) => one.id === id)
    const reusable =
      step !== undefined &&
      old !== undefined &&
      id !== from &&
      made.has(id) &&
      sortedJson([step, now.expand(step)]) === sortedJson([old, before.expand(old)]) &&
      dependenciesOf(step).every((name) => isSame(name))
    known.set(id, reusable)
    return reusable
  }

  function isSame(name: string): boolean {
    if (now.recipe.steps.some((step) => step.id === name)) return isReusable(name)
    return sortedJson(now.inputs[name] ?? null) === sortedJson(before.inputs[name] ?? null)
  }

  return new Set(now.recipe.steps.map((step) => step.id).filter(isReusable))
}
