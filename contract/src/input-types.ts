import {
  type DeclaredInput,
  readFile,
  readOption,
  readText,
  type ValueReader,
} from './input-values.ts'
import { TEXTAREA_OVER, type UploadKind } from './limits.ts'

/** What the wizard knows to ask for. A new type needs an entry wherever a `Record<InputType, …>` is. */
export type InputType =
  | 'text_input'
  | 'textarea'
  | 'select'
  | 'image_input'
  | 'video_input'
  | 'audio_input'

export type ValueKind = 'text' | UploadKind

interface InputRules {
  /** What the value brings into a step. */
  brings: ValueKind
  /** A person types the value, so that its length is limited. */
  isTyped: boolean
  read: ValueReader
  /** Every text that a visitor may choose, or the largest number; undefined: it could be any. */
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
  read: readFile,
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

/** An input of an unknown type is read as typed text. */
export function rulesOf({ step_type }: Pick<DeclaredInput, 'step_type'>): InputRules {
  return isInputType(step_type) ? INPUT_TYPES[step_type] : TYPED
}

interface WrittenInput {
  type: string
  options?: readonly unknown[] | undefined
  multiline?: boolean | undefined
  max_length?: number | undefined
}

/** What a creator may write as an input's type, and what the wizard asks for then. */
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

/** An unknown type is kept as written: the wizard says that it does not support the type. */
export function stepTypeOf(input: WrittenInput): string {
  const found = Object.hasOwn(WRITTEN, input.type) ? WRITTEN[input.type] : undefined
  return typeof found === 'function' ? found(input) : (found ?? input.type)
}
