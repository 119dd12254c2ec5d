import { type InputType, isInputType } from '@vignette/contract/input-types.ts'
import { type Parts, readText, stepTypeOfInput } from './document/read-parts.ts'

export type InputKind = 'words' | 'long' | 'choice' | 'number' | 'image' | 'video' | 'audio'

export const INPUT_KINDS: Record<InputKind, string> = {
  words: 'Words',
  long: 'Long words',
  choice: 'Choice',
  number: 'Number',
  image: 'Photo',
  video: 'Film',
  audio: 'Sound',
}
export const KIND_OPTIONS = Object.entries(INPUT_KINDS).map(([value, label]) => ({ value, label }))

/** A number has a kind of its own, although the wizard asks for it in a field for words. */
const KIND_OF: Record<InputType, InputKind> = {
  text_input: 'words',
  textarea: 'long',
  select: 'choice',
  image_input: 'image',
  video_input: 'video',
  audio_input: 'audio',
}

/** An input of an unknown type is treated as words. */
export function readKind(input: Parts): InputKind {
  if (readText(input, 'type') === 'number') return 'number'
  const type = stepTypeOfInput(input)
  return isInputType(type) ? KIND_OF[type] : 'words'
}
