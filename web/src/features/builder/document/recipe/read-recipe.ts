import { rulesOf, stepTypeOf, type ValueKind } from '@vignette/contract/input-types.ts'
import type { RecipeInput } from '@vignette/contract/recipe-document.ts'
import { keyOf, nameIn } from '@vignette/contract/references.ts'
import { isParts, type Parts } from '../read-document.ts'

/** What the form shows of a document; the document may contain more. */
export interface RecipeParts {
  value: Parts
  inputs: InputParts[]
  steps: StepParts[]
  /** The id of the step whose product is the result. */
  output: string
}

interface InputParts {
  value: Parts
  key: string
  label: string
  brings: ValueKind
}

interface StepParts {
  value: Parts
  id: string
  functionType: string
  provider: string
}

/** The parts of a text; a text with a fault has none. */
export function readRecipe(text: string): RecipeParts {
  try {
    const value: unknown = JSON.parse(text)
    return recipeOf(isParts(value) ? value : {})
  } catch {
    return recipeOf({})
  }
}

export function recipeOf(value: Parts): RecipeParts {
  return {
    value,
    inputs: listOf(value.inputs).map(readInput),
    steps: listOf(value.steps).map((step) => ({
      value: step,
      id: textOf(step.id),
      functionType: textOf(step.function_type),
      provider: textOf(step.provider),
    })),
    output: nameIn(textOf(value.output)),
  }
}

function readInput(value: Parts): InputParts {
  const [key, name, display_name] = [value.key, value.name, value.display_name].map((one) =>
    typeof one === 'string' ? one : undefined,
  )
  const written = keyOf({ key, name, display_name })
  const type = stepTypeOf({ ...(value as RecipeInput), type: textOf(value.type) })
  return {
    value,
    key: written,
    label: display_name ?? name ?? written,
    brings: rulesOf({ step_type: type }).brings,
  }
}

/** An entry that is no object counts, so that each part keeps its index in the text. */
export function listOf(value: unknown): Parts[] {
  return Array.isArray(value) ? value.map((one) => (isParts(one) ? one : {})) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
