import { checkInput } from '@vignette/contract/check-input.ts'
import { anchorPattern } from '@vignette/contract/input-pattern.ts'
import { isInputType } from '@vignette/contract/input-types.ts'
import { TEXT_WARN_AT } from '@vignette/contract/recipe-limits.ts'
import { MEGABYTE, UPLOADS, type UploadKind } from '@vignette/contract/upload-limits.ts'
import type { WizardStep } from './step.ts'

export const UPLOADING = 'Uploading...'
export const NO_OPTIONS = 'No options available for this step'

/** The fault of a value in the specification's words, or null if the value is usable. */
export function findFault(step: WizardStep, value: unknown): string | null {
  if (!isInputType(step.step_type) && !isEmpty(value)) return unsupportedMessage(step.step_type)
  const read = checkInput(step, step.numeric ? withPoint(value) : value, matches)
  return read.is === 'fault' ? read.message : null
}

/** Many keyboards type a comma as the decimal point. */
export function withPoint(value: unknown): unknown {
  return typeof value === 'string' && /^[^.,]*,[^.,]*$/.test(value)
    ? value.replace(',', '.')
    : value
}

/** The rule for video and audio files; upload/ has the rules for pictures. */
export function findFileFault(
  kind: UploadKind,
  file: { type: string; size: number },
): string | null {
  const { maxBytes, types, aliases = [] } = UPLOADS[kind]
  const type = file.type.split(';')[0] ?? ''
  if (!types.includes(type) && !aliases.includes(type))
    return `File type must be one of: ${types.join(', ')}`
  if (file.size > maxBytes) return `File size must be less than ${maxBytes / MEGABYTE}MB`
  return null
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

/** A pattern that does not compile is the creator's mistake and must not block a visitor. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(anchorPattern(pattern), 'u').test(value)
  } catch {
    return true
  }
}
