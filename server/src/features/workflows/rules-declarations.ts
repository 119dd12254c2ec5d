import { TEXT_MAX, TEXTAREA_OVER } from '@vignette/contract/limits.ts'
import type { RecipeInput, WorkflowInput } from '@vignette/contract/workflows.ts'
import { type Fault, IDENTIFIER, isTyped, RESERVED } from './rules-recipe.ts'

const STEP_TYPES = new Set(['text_input', 'textarea', 'image_input', 'select'])

/** An input as its creator declared it, with what they left unsaid. */
export function normaliseInput(input: RecipeInput, at: number, faults: Fault[]): WorkflowInput {
  const place = `inputs[${at}]`
  const fault = (field: string, message: string) =>
    faults.push({ path: `${place}.${field}`, message: `${place}.${field} ${message}` })
  const key = input.key ?? slug(input.name ?? input.display_name ?? '')
  if (!IDENTIFIER.test(key)) {
    fault(
      'key',
      `must be an identifier (letters, digits, _ and -, not beginning with a digit); got "${key}"`,
    )
  }
  if (RESERVED.has(key)) fault('key', `may not be the reserved word "${key}"`)
  const options = (input.options ?? []).map((option) => {
    const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
    return { value: value.trim(), label: label.trim() }
  })
  const stepType = stepTypeOf(input, options.length)
  if (stepType === 'select' && options.length === 0)
    fault('options', 'must list at least one option')
  if (new Set(options.map((option) => option.value)).size !== options.length) {
    fault('options', 'lists a value twice')
  }
  if (input.pattern !== undefined && !compiles(input.pattern)) {
    fault('pattern', 'is no valid regular expression')
  }
  if (input.min !== undefined && input.max !== undefined && input.min > input.max) {
    fault('min', `is above max (${input.min} > ${input.max})`)
  }
  const label = input.display_name ?? input.name ?? key
  return {
    key,
    type: input.type,
    step_type: stepType,
    name: input.name ?? key,
    display_name: label,
    description: input.description ?? '',
    value: input.value ?? null,
    required: input.required ?? true,
    image_size: input.image_size ?? null,
    options,
    max_length: input.max_length ?? (isTyped({ step_type: stepType }) ? TEXT_MAX : null),
    pattern: input.pattern ?? null,
    min: input.min ?? null,
    max: input.max ?? null,
    numeric: input.type === 'number',
  }
}

/** An input of an unknown type is kept as written: the wizard says that it cannot show it. */
function stepTypeOf(input: RecipeInput, options: number): string {
  if (STEP_TYPES.has(input.type)) return input.type
  switch (input.type) {
    case 'text':
      if (options > 0) return 'select'
      return input.multiline || (input.max_length ?? 0) > TEXTAREA_OVER ? 'textarea' : 'text_input'
    case 'number':
      return 'text_input'
    case 'image':
    case 'video':
    case 'audio':
      return `${input.type}_input`
    default:
      return input.type
  }
}

function slug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, 64)
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
