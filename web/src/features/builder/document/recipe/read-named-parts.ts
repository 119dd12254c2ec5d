import { nameIn } from '@vignette/contract/references.ts'
import { inputsOf, keyOfInput, type Parts, partsOf, stepsOf, textOf } from '../read-parts.ts'

/** The parts of a recipe that have names, which references use. */
export interface NamedParts {
  value: Parts
  inputs: { value: Parts; key: string }[]
  steps: { value: Parts; id: string }[]
  /** The id of the step whose product is the result. */
  output: string
}

/** The named parts of a text; a text with a fault has none. */
export function readNamedParts(text: string): NamedParts {
  try {
    return namedPartsOf(partsOf(JSON.parse(text)))
  } catch {
    return namedPartsOf({})
  }
}

export function namedPartsOf(recipe: Parts): NamedParts {
  return {
    value: recipe,
    inputs: inputsOf(recipe).map((value) => ({ value, key: keyOfInput(value) })),
    steps: stepsOf(recipe).map((value) => ({ value, id: textOf(value.id) ?? '' })),
    output: nameIn(textOf(recipe.output) ?? ''),
  }
}
