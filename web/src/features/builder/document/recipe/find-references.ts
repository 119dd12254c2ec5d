import { nameIn, referencesIn } from '@vignette/contract/references.ts'
import type { JsonPath } from '../../../../lib/json-path.ts'
import type { NamedParts } from './read-named-parts.ts'

/** A text that refers to an input or step. */
export interface Reference {
  name: string
  path: JsonPath
  /** The index of the step that holds the text. */
  step: number
}

/** Every reference of the steps, in the order of the document. */
export function findReferences({ steps }: NamedParts): Reference[] {
  return steps.flatMap(({ value }, step) => {
    const at = (...path: JsonPath): JsonPath => ['steps', step, ...path]
    const words = ['prompt', 'params'].flatMap((field) => textsIn(value[field], at(field)))
    const media = ['first_image', 'last_image', 'videos'].flatMap((field) =>
      textsIn(value[field], at(field)),
    )
    return [
      ...words.flatMap(({ text, path }) =>
        referencesIn(text).map((name) => ({ name, path, step })),
      ),
      ...media
        .filter(({ text }) => text.trim() !== '')
        .map(({ text, path }) => ({ name: nameIn(text), path, step })),
    ]
  })
}

interface PlacedText {
  text: string
  path: JsonPath
}

/** Every text of a value, with its path; not the names of members, which hold no references. */
export function textsIn(value: unknown, path: JsonPath): PlacedText[] {
  if (typeof value === 'string') return [{ text: value, path }]
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, [...path, isList ? Number(name) : name]),
  )
}

/** The inputs that no step uses, by index. */
export function findUnusedInputs(recipe: NamedParts): number[] {
  const used = new Set(findReferences(recipe).map((one) => one.name))
  return recipe.inputs.flatMap((input, index) => (used.has(input.key) ? [] : index))
}
