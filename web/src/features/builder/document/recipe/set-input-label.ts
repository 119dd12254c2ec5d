import { keyOf } from '@vignette/contract/references.ts'
import { titleOfInput } from '../read-parts.ts'
import { findNameFault, freeName } from './find-name-fault.ts'
import { readNamedParts } from './read-named-parts.ts'
import { renameName } from './rename-name.ts'
import { setField } from './set-field.ts'

/**
 * The text with another label for an input. The key follows the label, references included, as long
 * as it is what the label gives.
 */
export function setInputLabel(text: string, index: number, label: string): string {
  const recipe = readNamedParts(text)
  const input = recipe.inputs[index]
  if (!input) return text
  const path = ['inputs', index]
  const labelled = setField(text, [...path, 'display_name'], label)
  const isCleared = input.value.display_name === ''
  if (!isCleared && !isDerived(input.key, titleOfInput(input.value))) return labelled
  const place = { list: 'inputs', index } as const
  const slug = keyOf({ display_name: label })
  const key = slug === '' ? input.key : freeName(recipe, slug, place)
  const isGood = findNameFault(recipe, key, place) === undefined
  // With the old label again, so that the references of an input without a key are found.
  const renamed = renameName(text, place, isGood ? key : input.key)
  return setField(renamed, [...path, 'display_name'], label)
}

/** Whether a key is what its label gives, with or without a number at its end. */
function isDerived(key: string, label: string): boolean {
  const slug = keyOf({ display_name: label })
  return label.trim() === '' || key.replace(/_\d+$/, '') === slug.replace(/_\d+$/, '')
}
