import type { ProviderView } from '@vignette/contract/app.ts'
import { labelOf } from '@vignette/contract/labels.ts'
import { ApiError, readReason } from '../../lib/api-error.ts'
import { parseJsonPath } from '../../lib/json-path.ts'
import type { Fault } from '../workflows/index.ts'
import { inputsOf, type Parts, readText, stepsOf, titleOfInput } from './document/read-parts.ts'
import { findFunction } from './sources.ts'

/** The fields of an input or a step that the form calls by another name. */
const FIELDS: Record<string, string> = {
  display_name: 'label',
  description: 'help',
  value: 'filled in',
  options: 'choices',
  required: 'the buyer must answer',
  type: 'asks for',
  min: 'at least',
  max: 'at most',
  look: 'asked by',
  max_length: 'characters at most',
  videos: 'films',
  function_type: 'function',
}
const ONE_OF: Record<string, string> = { options: 'choice', ideas: 'idea', videos: 'film' }

/** The place of a fault in words for people: `inputs[1].options[2]` is “Look, choice 3”. */
export function namePlace(
  recipe: Parts,
  path: string,
  providers: readonly ProviderView[] = [],
): string {
  const [list = '', index, ...field] = parseJsonPath(path)
  const isPart = (list === 'inputs' || list === 'steps') && typeof index === 'number'
  if (!isPart) return labelOf(String(list))
  const part =
    list === 'inputs'
      ? [titleOfInput(inputsOf(recipe)[index] ?? {}) || `Input ${index + 1}`]
      : [`Step ${index + 1}`, titleOfStep(stepsOf(recipe)[index] ?? {}, providers)]
  return [...part, nameField(field)].filter(Boolean).join(', ')
}

function titleOfStep(step: Parts, providers: readonly ProviderView[]): string {
  return findFunction(providers, step)?.title ?? labelOf(readText(step, 'function_type'))
}

function nameField([name, at]: (string | number)[]): string {
  if (name === undefined) return ''
  if (name === 'params' && typeof at === 'string') return labelOf(at).toLowerCase()
  const one = ONE_OF[name]
  if (one && typeof at === 'number') return `${one} ${at + 1}`
  return FIELDS[name] ?? labelOf(String(name)).toLowerCase()
}

/** The words of a fault without its place, with which the server begins them. */
export function wordsOf({ path, message }: Fault): string {
  return path !== '' && message.startsWith(`${path} `) ? message.slice(path.length + 1) : message
}

/** Why the server refused; faults that are listed below say it better than its sentence, which begins with a place. */
export function readRecipeReason(error: unknown, fallback: string): string {
  const reason = readReason(error, fallback)
  const faults = error instanceof ApiError ? error.details : []
  return faults.some(({ path }) => path !== '' && reason.startsWith(path))
    ? 'The recipe still has faults.'
    : reason
}
