import type { UserInputs } from '@vignette/contract/creations.ts'
import { IMAGE_UPLOADER } from '@vignette/contract/limits.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { type Fault, kindOfInput, type Recipe } from './rules-recipe.ts'

/** A file that the caller names: an id or address of their own upload. */
export interface MediaReference {
  key: string
  kind: 'image' | 'video' | 'audio'
  reference: string
}

export type CheckedInputs =
  | { ok: true; texts: Record<string, string>; media: MediaReference[] }
  | { ok: false; faults: Fault[] }

/** Whether the whole text has the pattern's form; handed in, since running it needs a limit. */
export type PatternMatcher = (pattern: string, text: string) => boolean

/** The caller's values against the recipe's inputs; messages are those of the specification. */
export function checkInputs(
  recipe: Pick<Recipe, 'inputs'>,
  given: UserInputs,
  matches: PatternMatcher,
): CheckedInputs {
  const faults: Fault[] = []
  const texts: Record<string, string> = {}
  const media: MediaReference[] = []
  for (const input of recipe.inputs) {
    const value = given[input.key] ?? given[input.name] ?? input.value
    const kind = kindOfInput(input)
    if (kind === 'text') {
      const checked = checkText(input, value, matches)
      if ('fault' in checked) faults.push(faultOf(input, checked.fault))
      else texts[input.key] = checked.text
      continue
    }
    const reference = referenceOf(value)
    if (reference) media.push({ key: input.key, kind, reference })
    else if (input.required) faults.push(faultOf(input, 'This field is required'))
  }
  const known = new Set(recipe.inputs.flatMap((input) => [input.key, input.name]))
  for (const key of Object.keys(given)) {
    if (!known.has(key))
      faults.push({ path: `user_inputs.${key}`, message: `"${key}" is no input of this recipe` })
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, texts, media }
}

/**
 * What the image uploader says of a picture that somebody uploaded. One of the fixed size that its
 * recipe asks for is right, however small that is.
 */
export function findSizeFault(
  input: Pick<WorkflowInput, 'image_size'> | undefined,
  file: { kind: string; origin: string; width: number | null; height: number | null },
): string | null {
  if (file.kind !== 'image' || file.origin !== 'upload' || input?.image_size) return null
  const min = IMAGE_UPLOADER.minPixels
  for (const side of ['width', 'height'] as const) {
    const pixels = file[side]
    if (pixels !== null && pixels < min) {
      return `Image ${side} too small. Minimum: ${min}px, got: ${pixels}px`
    }
  }
  return null
}

function faultOf(input: WorkflowInput, message: string): Fault {
  return { path: `user_inputs.${input.key}`, message: `${input.display_name}: ${message}` }
}

function referenceOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined
  if (value && typeof value === 'object' && !Array.isArray(value)) {
    const { id, url } = value as { id?: string; url?: string }
    return id || url || undefined
  }
  return undefined
}

function checkText(
  input: WorkflowInput,
  value: unknown,
  matches: PatternMatcher,
): { text: string } | { fault: string } {
  if (value === null || value === undefined || value === '') {
    return input.required ? { fault: 'This field is required' } : { text: '' }
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return { fault: 'Invalid input type' }
  }
  const text = String(value).trim()
  if (text === '') return input.required ? { fault: 'This field is required' } : { text: '' }
  if (input.numeric) return checkNumber(input, text)
  if (input.step_type === 'select') {
    return input.options.some((option) => option.value.trim() === text)
      ? { text }
      : { fault: 'Please select a valid option' }
  }
  if (input.max_length !== null && text.length > input.max_length) {
    return { fault: `Maximum ${input.max_length} characters allowed` }
  }
  if (input.pattern && !matches(input.pattern, text)) return { fault: 'Invalid format' }
  return { text }
}

function checkNumber(input: WorkflowInput, text: string): { text: string } | { fault: string } {
  const number = Number(text)
  if (!Number.isFinite(number)) return { fault: 'Must be a valid number' }
  if (input.min !== null && number < input.min) return { fault: `Minimum value is ${input.min}` }
  if (input.max !== null && number > input.max) return { fault: `Maximum value is ${input.max}` }
  return { text: String(number) }
}
