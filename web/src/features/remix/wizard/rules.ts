import { anchorPattern } from '@vignette/contract/input-pattern.ts'
import { MEGABYTE, TEXT_MAX, TEXT_WARN_AT, UPLOADS } from '@vignette/contract/limits.ts'
import { type FileKind, fileKindOf, isFileValue, isTextStep, type WizardStep } from './step.ts'

export const UPLOADING = 'Uploading...'
const REQUIRED = 'This field is required'
export const NO_OPTIONS = 'No options available for this step'

/** The fault of a value in the words of the specification, or null where it may be used. */
export function findFault(step: WizardStep, value: unknown): string | null {
  if (isEmpty(value)) return step.required ? REQUIRED : null
  if (isTextStep(step))
    return step.numeric ? findNumberFault(step, value) : findTextFault(step, value)
  if (step.type === 'select') {
    return step.options.some((option) => option.value === value)
      ? null
      : 'Please select a valid option'
  }
  if (fileKindOf(step.type)) return isFileValue(value) ? null : 'Invalid input type'
  return unsupportedMessage(step.type)
}

function findTextFault(step: WizardStep, value: unknown): string | null {
  if (typeof value !== 'string') return 'Invalid input type'
  // As the server reads it: without the spaces around it.
  const text = value.trim()
  const limit = textLimit(step)
  if (text.length > limit) return `Maximum ${limit} characters allowed`
  if (step.pattern && !matches(step.pattern, text)) return 'Invalid format'
  return null
}

function findNumberFault(step: WizardStep, value: unknown): string | null {
  const number = readNumber(value)
  if (!Number.isFinite(number)) return 'Must be a valid number'
  if (step.min !== null && number < step.min) return `Minimum value is ${step.min}`
  if (step.max !== null && number > step.max) return `Maximum value is ${step.max}`
  return null
}

/** A number as it is typed; many keyboards have a comma where the decimal point belongs. */
export function readNumber(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN
  return Number(/^[^.,]*,[^.,]*$/.test(value) ? value.replace(',', '.') : value)
}

/** The rule of video and audio files; pictures have rules of their own in upload/. */
export function findFileFault(kind: FileKind, file: { type: string; size: number }): string | null {
  const { maxBytes, types } = UPLOADS[kind]
  const type = file.type.split(';')[0] ?? ''
  if (!types.includes(type)) return `File type must be one of: ${types.join(', ')}`
  if (file.size > maxBytes) return `File size must be less than ${maxBytes / MEGABYTE}MB`
  return null
}

export function textLimit(step: WizardStep): number {
  return step.maxLength ?? TEXT_MAX
}

export function isNearLimit(length: number, limit: number): boolean {
  return length >= limit * TEXT_WARN_AT
}

export function unsupportedMessage(type: string): string {
  return `Unsupported input type: ${type}`
}

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}

/** A pattern that does not compile is the creator's mistake and must not lock a visitor out. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(anchorPattern(pattern), 'u').test(value)
  } catch {
    return true
  }
}
