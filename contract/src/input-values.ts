import { formatNumberDay, isoOfDay, type NumberLook } from './number-looks.ts'
import { TEXT_MAX } from './recipe-limits.ts'

/** The part of a declared input that the rules read. */
export interface DeclaredInput {
  step_type: string
  required: boolean
  options: readonly { value: string }[]
  max_length: number | null
  pattern: string | null
  min: number | null
  max: number | null
  numeric: boolean
  max_files?: number | undefined
  min_files?: number | undefined
  look?: NumberLook | undefined
}

export type ReadValue =
  | { is: 'absent' }
  | { is: 'text'; text: string }
  /** The ids or URLs of uploaded files. */
  | { is: 'files'; references: string[] }
  | { is: 'fault'; message: string }

/**
 * Whether the whole text matches. The caller passes the matcher in, because the server must bound
 * its time.
 */
export type PatternMatcher = (pattern: string, text: string) => boolean

export type ValueReader = (
  input: DeclaredInput,
  value: unknown,
  matches: PatternMatcher,
) => ReadValue

const REQUIRED = 'This field is required'
const NO_TEXT = 'Invalid input type'
const fault = (message: string): ReadValue => ({ is: 'fault', message })

export const readText: ValueReader = (input, value, matches) => {
  if (input.numeric) return withText(input, value, (text) => readNumber(input, text))
  if (isGiven(value) && typeof value !== 'string') return fault(NO_TEXT)
  return withText(input, value, (text) => {
    const limit = textLimit(input)
    if (text.length > limit) return fault(`Maximum ${limit} characters allowed`)
    if (input.pattern && !matches(input.pattern, text)) return fault('Invalid format')
    return { is: 'text', text }
  })
}

export const readOption: ValueReader = (input, value) =>
  withText(input, value, (text) =>
    input.options.some((option) => option.value.trim() === text)
      ? { is: 'text', text }
      : fault('Please select a valid option'),
  )

export const readFiles: ValueReader = (input, value) => {
  const references = [value].flat().flatMap((one) => referenceOf(one) ?? [])
  const { max_files: most = 1, min_files: fewest = 1 } = input
  if (references.length === 0) return absent(input)
  if (references.length > most) return fault(tooManyFiles(most))
  if (references.length < fewest) return fault(`Minimum ${fewest} file(s) required`)
  return { is: 'files', references }
}

export function tooManyFiles(most: number): string {
  return `Maximum ${most} file(s) allowed`
}

export function textLimit(input: Pick<DeclaredInput, 'max_length'>): number {
  return input.max_length ?? TEXT_MAX
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined
}

function withText(
  input: DeclaredInput,
  value: unknown,
  read: (text: string) => ReadValue,
): ReadValue {
  if (!isGiven(value)) return absent(input)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return fault(NO_TEXT)
  }
  const text = String(value).trim()
  return text === '' ? absent(input) : read(text)
}

function readNumber(input: DeclaredInput, text: string): ReadValue {
  const number = Number(text)
  const isDate = input.look === 'date'
  if (!Number.isFinite(number)) return fault('Must be a valid number')
  if (isDate && !isoOfDay(number)) return fault('Must be a valid date')
  const show = (end: number) => (isDate ? formatNumberDay(end) : end)
  if (input.min !== null && number < input.min) return fault(`Minimum value is ${show(input.min)}`)
  if (input.max !== null && number > input.max) return fault(`Maximum value is ${show(input.max)}`)
  return { is: 'text', text: String(number) }
}

function absent({ required }: DeclaredInput): ReadValue {
  return required ? fault(REQUIRED) : { is: 'absent' }
}

function referenceOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined
  if (value && typeof value === 'object') {
    const { id, url } = value as { id?: string; url?: string }
    return id || url || undefined
  }
  return undefined
}
