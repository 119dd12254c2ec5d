import { isReference, nameIn, renameReferences } from '@vignette/contract/references.ts'
import { findNode } from '../json/edit-text.ts'
import { readJson } from '../json/read-json.ts'
import { textOf } from '../read-parts.ts'
import { findNameFault, isTaken, type NamePlace } from './find-name-fault.ts'
import { findReferences } from './find-references.ts'
import { readNamedParts } from './read-named-parts.ts'
import { setField } from './set-field.ts'

/**
 * The text with another key for an input or another id for a step, and with every reference
 * rewritten. A name with a fault changes nothing.
 */
export function renameName(text: string, place: NamePlace, name: string): string {
  const recipe = readNamedParts(text)
  const part = place.list === 'inputs' ? recipe.inputs[place.index] : recipe.steps[place.index]
  if (!part || findNameFault(recipe, name, place) !== undefined) return text
  const old = 'key' in part ? part.key : part.id
  const field = place.list === 'inputs' ? 'key' : 'id'
  const renamed = setField(text, [place.list, place.index, field], name)
  // While another part has the old name too, the references mean that part.
  if (old === name || old === '' || isTaken(recipe, old, place)) return renamed
  const rewritten = rewriteTexts(renamed, old, name)
  if (place.list !== 'steps') return rewritten
  const named =
    recipe.output === old
      ? setField(rewritten, ['output'], rename(textOf(recipe.value.output) ?? '', old, name))
      : rewritten
  const { outputs } = recipe.value
  if (!Array.isArray(outputs) || !outputs.includes(old)) return named
  const set = outputs.map((id: unknown) => (id === old ? name : id))
  return setField(named, ['outputs'], set)
}

/** Each text that refers to the old name, from the last to the first, so that places stay true. */
function rewriteTexts(text: string, old: string, name: string): string {
  const read = readJson(text)
  if (!read.ok) return text
  const places = findReferences(readNamedParts(text))
    .filter((one) => one.name === old)
    .flatMap(({ path }) => findNode(read.root, path) ?? [])
  return [...new Set(places)]
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, { from, to }) => {
      const written = JSON.parse(result.slice(from, to)) as string
      const changed = JSON.stringify(rename(written, old, name))
      return result.slice(0, from) + changed + result.slice(to)
    }, text)
}

/** A media field may name its input or step without braces. */
function rename(written: string, old: string, name: string): string {
  if (!isReference(written.trim()) && nameIn(written) === old)
    return written.replace(old, () => name)
  return renameReferences(written, old, name)
}
