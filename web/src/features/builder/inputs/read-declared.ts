import { rulesOf } from '@vignette/contract/input-types.ts'
import { NUMBER_LOOKS } from '@vignette/contract/number-looks.ts'
import { TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import { parseImageSize, readValue, type WizardStep } from '../../remix/index.ts'
import {
  isParts,
  keyOfInput,
  listOf,
  type Parts,
  partsOf,
  stepTypeOfInput,
  textOf,
  titleOfInput,
} from '../document/read-parts.ts'

const number = (value: unknown) => (typeof value === 'number' ? value : null)

/** The inputs of a recipe that may still have faults, as the buyer's form asks for them. */
export function readDeclared(document: unknown): WizardStep[] {
  return listOf(partsOf(document).inputs).filter(isParts).map(toStep)
}

function toStep(input: Parts): WizardStep {
  const options = listOf(input['options']).flatMap(toOption)
  const step_type = stepTypeOfInput({ ...input, type: textOf(input['type']) ?? 'text', options })
  const [most, fewest] = [number(input['max_files']) ?? 1, number(input['min_files']) ?? 1]
  const several = most > 1 ? { max_files: most, min_files: fewest } : {}
  return {
    key: keyOfInput(input),
    step_type,
    title: titleOfInput(input),
    description: textOf(input['description']) ?? '',
    required: input['required'] !== false,
    initial: readValue({ step_type, ...several }, input['value']),
    imageSize: parseImageSize(textOf(input['image_size']) ?? null),
    options,
    ideas: listOf(input['ideas']).flatMap((idea) => textOf(idea)?.trim() || []),
    max_length: number(input['max_length']) ?? (rulesOf({ step_type }).isTyped ? TEXT_MAX : null),
    pattern: textOf(input['pattern']) ?? null,
    min: number(input['min']),
    max: number(input['max']),
    numeric: input['type'] === 'number',
    ...several,
    look: NUMBER_LOOKS.find((look) => look === input['look']),
  }
}

function toOption(option: unknown): { value: string; label: string }[] {
  if (typeof option === 'string') return [{ value: option.trim(), label: option.trim() }]
  const { value, label } = (option ?? {}) as { value?: unknown; label?: unknown }
  const written = textOf(value)?.trim()
  return written === undefined ? [] : [{ value: written, label: textOf(label)?.trim() ?? written }]
}
