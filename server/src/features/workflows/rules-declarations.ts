import { checkInput } from '@vignette/contract/check-input.ts'
import { rulesOf, stepTypeOf } from '@vignette/contract/input-types.ts'
import { isoOfDay } from '@vignette/contract/number-looks.ts'
import type { RecipeInput } from '@vignette/contract/recipe-document.ts'
import { TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import { keyOf } from '@vignette/contract/references.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { type Fault, IDENTIFIER, RESERVED } from './rules-recipe.ts'

/** An input as its creator declared it, with defaults filled in. */
export function normaliseInput(input: RecipeInput, at: number, faults: Fault[]): WorkflowInput {
  const place = `inputs[${at}]`
  const fault = (field: string, message: string) =>
    faults.push({ path: `${place}.${field}`, message })
  const key = keyOf(input)
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
  const stepType = stepTypeOf(input)
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
  for (const [field, message] of faultsOfFiles(input, stepType)) fault(field, message)
  const label = input.display_name ?? input.name ?? key
  const ideas = (input.ideas ?? []).map((idea) => idea.trim()).filter(Boolean)
  const declared: WorkflowInput = {
    key,
    type: input.type,
    step_type: stepType,
    name: input.name ?? key,
    display_name: label,
    description: input.description ?? '',
    value: valueOf(input),
    required: input.required ?? true,
    image_size: input.image_size ?? null,
    options,
    ...(ideas.length > 0 ? { ideas } : {}),
    max_length: input.max_length ?? (rulesOf({ step_type: stepType }).isTyped ? TEXT_MAX : null),
    pattern: input.pattern ?? null,
    min: input.min ?? null,
    max: input.max ?? null,
    numeric: input.type === 'number',
    ...((input.max_files ?? 1) > 1 && {
      max_files: input.max_files,
      ...((input.min_files ?? 1) > 1 && { min_files: input.min_files }),
    }),
    ...(input.look ? { look: input.look } : {}),
  }
  for (const [field, message] of faultsOfLook(declared)) fault(field, message)
  for (const message of faultsOfIdeas(declared)) fault('ideas', message)
  return declared
}

/** A number that stands for a text is kept as one, since a text must be a string. */
function valueOf({ type, value = null }: RecipeInput): WorkflowInput['value'] {
  return typeof value === 'number' && type !== 'number' ? String(value) : value
}

/** Only a step's own medium comes in several, and a picture that is cut to a size is cut alone. */
function faultsOfFiles(
  { max_files: most = 1, min_files: fewest = 1, image_size }: RecipeInput,
  stepType: string,
): [field: string, message: string][] {
  if (fewest > most) return [['min_files', `is above max_files (${fewest} > ${most})`]]
  if (most === 1) return []
  if (stepType !== 'image_input' && stepType !== 'video_input')
    return [['max_files', 'is for images and videos alone']]
  return image_size ? [['max_files', 'is not for an input with an image_size']] : []
}

/** What a date and a slider need beside the number. */
function faultsOfLook(input: WorkflowInput): [field: string, message: string][] {
  const { look, value, min, max, numeric } = input
  if (!look) return []
  if (!numeric) return [['look', 'is for numbers alone']]
  const unfit = Object.entries({ value, min, max }).flatMap(([field, one]): [string, string][] => {
    const isGiven = one !== null && one !== ''
    if (look === 'slider') return isGiven ? [] : [[field, 'is needed by a slider']]
    return isGiven && !isoOfDay(one) ? [[field, 'must be a day such as 20190614']] : []
  })
  if (unfit.length > 0) return unfit
  if (look === 'slider' && min === max) return [['max', 'must be above min for a slider']]
  const read = checkInput({ ...input, required: false }, value, () => true)
  return read.is === 'fault' ? [['value', `is refused: ${read.message}`]] : []
}

/** The pattern is left to findIdeaFaults, which bounds its time. */
function faultsOfIdeas(input: WorkflowInput): string[] {
  const ideas = input.ideas ?? []
  if (ideas.length === 0) return []
  if (!rulesOf(input).isTyped) return ['are for typed inputs alone']
  const repeated = new Set(ideas).size === ideas.length ? [] : ['list a text twice']
  const unfit = ideas.flatMap((idea) => {
    const read = checkInput(input, idea, () => true)
    return read.is === 'fault' ? [`hold "${idea}", which the input refuses: ${read.message}`] : []
  })
  return [...repeated, ...unfit]
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
