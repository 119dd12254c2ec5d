import { rulesOf, stepTypeOf } from '@vignette/contract/input-types.ts'
import { TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import { keyOf } from '@vignette/contract/references.ts'
import { parseImageSize, readValue, type WizardStep } from '../../remix/index.ts'
import { listOf } from '../read-recipe.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const number = (value: unknown) => (typeof value === 'number' ? value : null)

/** The inputs of a recipe that may still have faults, as the buyer's form asks for them. */
export function readDeclared(document: unknown): WizardStep[] {
  const inputs = (document as { inputs?: unknown } | null)?.inputs
  if (!Array.isArray(inputs)) return []
  return inputs.flatMap((input: unknown) =>
    typeof input === 'object' && input !== null ? toStep(input as Record<string, unknown>) : [],
  )
}

function toStep(input: Record<string, unknown>): WizardStep {
  const name = text(input['name'])
  const label = text(input['display_name']) ?? name
  const key = keyOf({ key: text(input['key']), name, display_name: label })
  const options = Array.isArray(input['options']) ? input['options'].flatMap(toOption) : []
  const step_type = stepTypeOf({
    type: text(input['type']) ?? 'text',
    options,
    multiline: input['multiline'] === true,
    max_length: number(input['max_length']) ?? undefined,
  })
  return {
    key,
    step_type,
    title: label || key,
    description: text(input['description']) ?? '',
    required: input['required'] !== false,
    initial: readValue(step_type, input['value']),
    imageSize: parseImageSize(text(input['image_size']) ?? null),
    options,
    ideas: listOf(input['ideas']).flatMap((idea) => text(idea)?.trim() || []),
    max_length: number(input['max_length']) ?? (rulesOf({ step_type }).isTyped ? TEXT_MAX : null),
    pattern: text(input['pattern']) ?? null,
    min: number(input['min']),
    max: number(input['max']),
    numeric: input['type'] === 'number',
  }
}

function toOption(option: unknown): { value: string; label: string }[] {
  if (typeof option === 'string') return [{ value: option.trim(), label: option.trim() }]
  const { value, label } = (option ?? {}) as { value?: unknown; label?: unknown }
  const written = text(value)?.trim()
  return written === undefined ? [] : [{ value: written, label: text(label)?.trim() ?? written }]
}
