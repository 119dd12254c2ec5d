import {
  type DeclaredInput,
  readFiles,
  readOption,
  readText,
  type ValueReader,
} from './input-values.ts'
import { TEXTAREA_OVER } from './recipe-limits.ts'
import { type UploadKind } from './upload-limits.ts'

/**
 * The types that the wizard can ask for. A new type needs an entry in every `Record<InputType, …>`.
 */
export type InputType =
  | 'text_input'
  | 'textarea'
  | 'select'
  | 'image_input'
  | 'video_input'
  | 'audio_input'

export type ValueKind = 'text' | UploadKind

interface InputRules {
  /** The kind of value that the input gives to a step. */
  brings: ValueKind
  /** A person types the value, so its length is limited. */
  isTyped: boolean
  read: ValueReader
  /**
   * Every text that a visitor may choose, or the largest number; undefined if any value is
   * possible.
   */
  choicesOf(input: DeclaredInput): string[] | undefined
}

const TYPED: InputRules = {
  brings: 'text',
  isTyped: true,
  read: readText,
  choicesOf: ({ numeric, max }) => (numeric && max !== null ? [String(max)] : undefined),
}

const file = (brings: UploadKind): InputRules => ({
  brings,
  isTyped: false,
  read: readFiles,
  choicesOf: () => undefined,
})

export const INPUT_TYPES: Record<InputType, InputRules> = {
  text_input: TYPED,
  textarea: TYPED,
  image_input: file('image'),
  video_input: file('video'),
  audio_input: file('audio'),
  select: {
    brings: 'text',
    isTyped: false,
    read: readOption,
    choicesOf: ({ options }) => options.map((option) => option.value),
  },
}

export function isInputType(type: string): type is InputType {
  return Object.hasOwn(INPUT_TYPES, type)
}

/** An input of an unknown type is treated as typed text. */
export function rulesOf({ step_type }: Pick<DeclaredInput, 'step_type'>): InputRules {
  return isInputType(step_type) ? INPUT_TYPES[step_type] : TYPED
}

interface WrittenInput {
  type: string
  options?: readonly unknown[] | undefined
  multiline?: boolean | undefined
  max_length?: number | undefined
}

/** Maps the type that a creator writes to the type that the wizard asks for. */
const WRITTEN: Record<string, InputType | ((input: WrittenInput) => InputType)> = {
  text: ({ options = [], multiline, max_length = 0 }) => {
    if (options.length > 0) return 'select'
    return multiline || max_length > TEXTAREA_OVER ? 'textarea' : 'text_input'
  },
  image: 'image_input',
  video: 'video_input',
  audio: 'audio_input',
  number: 'text_input',
  text_input: 'text_input',
  textarea: 'textarea',
  image_input: 'image_input',
  select: 'select',
}

export const WRITTEN_TYPES: readonly string[] = Object.keys(WRITTEN)

/** Keeps an unknown type as written, so that the wizard can say which type is not supported. */
export function stepTypeOf(input: WrittenInput): string {
  const found = Object.hasOwn(WRITTEN, input.type) ? WRITTEN[input.type] : undefined
  return typeof found === 'function' ? found(input) : (found ?? input.type)
}
