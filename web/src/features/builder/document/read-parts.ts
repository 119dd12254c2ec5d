import { stepTypeOf } from '@vignette/contract/input-types.ts'
import { keyOf } from '@vignette/contract/references.ts'

/** A recipe, input or step while it is written: each member may be absent or of a wrong type. */
export type Parts = Record<string, unknown>

export function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function partsOf(value: unknown): Parts {
  return isParts(value) ? value : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A member as a field of the form shows it. */
export function readText(parts: Parts, name: string): string {
  const value = parts[name]
  return typeof value === 'number' ? String(value) : (textOf(value) ?? '')
}

/** An entry that is no object counts, so that each input keeps its index in the text. */
export function inputsOf(recipe: Parts): Parts[] {
  return listOf(recipe['inputs']).map(partsOf)
}

/** An entry that is no object counts, so that each step keeps its index in the text. */
export function stepsOf(recipe: Parts): Parts[] {
  return listOf(recipe['steps']).map(partsOf)
}

export function keyOfInput(input: Parts): string {
  return keyOf({
    key: textOf(input['key']),
    name: textOf(input['name']),
    display_name: textOf(input['display_name']),
  })
}

/** The title as the buyer's form shows it. */
export function titleOfInput(input: Parts): string {
  return readText(input, 'display_name') || readText(input, 'name') || keyOfInput(input)
}

/** The type that the wizard asks for; an unknown type as written. */
export function stepTypeOfInput(input: Parts): string {
  return stepTypeOf({
    type: readText(input, 'type'),
    options: listOf(input['options']),
    multiline: input['multiline'] === true,
    max_length: Number(input['max_length'] ?? 0),
  })
}
