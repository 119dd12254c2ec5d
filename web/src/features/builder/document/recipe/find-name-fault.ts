import { isReference } from '@vignette/contract/references.ts'
import type { NamedParts } from './read-named-parts.ts'

/** The input or step whose name is meant. */
export interface NamePlace {
  list: 'inputs' | 'steps'
  index: number
}

/** Why an input or step cannot have a name, in words; undefined if it can. */
export function findNameFault(
  recipe: NamedParts,
  name: string,
  place?: NamePlace,
): string | undefined {
  if (!isReference(`{{${name}}}`) || name !== name.trim()) {
    return 'Letters, digits, _ and - only, not beginning with a digit'
  }
  if (Object.hasOwn(Object.prototype, name)) return `"${name}" is a reserved word`
  return isTaken(recipe, name, place) ? `"${name}" is already used` : undefined
}

export function isTaken(recipe: NamedParts, name: string, place?: NamePlace): boolean {
  const isOther = (list: NamePlace['list'], index: number) =>
    !place || list !== place.list || index !== place.index
  return (
    recipe.inputs.some((input, index) => input.key === name && isOther('inputs', index)) ||
    recipe.steps.some((step, index) => step.id === name && isOther('steps', index))
  )
}

/** The name itself, or with the first number that makes the name free. */
export function freeName(recipe: NamedParts, wanted: string, place?: NamePlace): string {
  for (let turn = 1; ; turn += 1) {
    const end = turn === 1 ? '' : `_${turn}`
    const name = wanted.slice(0, 64 - end.length) + end
    if (!isTaken(recipe, name, place)) return name
  }
}
