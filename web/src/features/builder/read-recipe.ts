import { stepTypeOf } from '@vignette/contract/input-types.ts'
import { keyOf } from '@vignette/contract/references.ts'

/** A document while it is written: each member may be absent or of a wrong type. */
export type Parts = Record<string, unknown>

export type InputKind = 'words' | 'long' | 'choice' | 'number' | 'image' | 'video' | 'audio'

export const INPUT_KINDS: Record<InputKind, { label: string; brings: Brings }> = {
  words: { label: 'Words', brings: 'text' },
  long: { label: 'Long words', brings: 'text' },
  choice: { label: 'Choice', brings: 'text' },
  number: { label: 'Number', brings: 'text' },
  image: { label: 'Photo', brings: 'image' },
  video: { label: 'Film', brings: 'video' },
  audio: { label: 'Sound', brings: 'audio' },
}
type Brings = 'text' | 'image' | 'video' | 'audio'

const KIND_OF: Record<string, InputKind> = {
  textarea: 'long',
  select: 'choice',
  image_input: 'image',
  video_input: 'video',
  audio_input: 'audio',
}

export function inputsOf(recipe: Parts): Parts[] {
  return listOf(recipe['inputs']).map(partsOf)
}

export function stepsOf(recipe: Parts): Parts[] {
  return listOf(recipe['steps']).map(partsOf)
}

export function readText(parts: Parts, name: string): string {
  const value = parts[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : ''
}

export function readKind(input: Parts): InputKind {
  const type = readText(input, 'type')
  if (type === 'number') return 'number'
  const step = stepTypeOf({
    type,
    options: listOf(input['options']),
    multiline: input['multiline'] === true,
    max_length: Number(input['max_length'] ?? 0),
  })
  return KIND_OF[step] ?? 'words'
}

export function keyOfInput(input: Parts): string {
  return keyOf({
    key: textOr(input['key']),
    name: textOr(input['name']),
    display_name: textOr(input['display_name']),
  })
}

export function titleOfInput(input: Parts): string {
  return readText(input, 'display_name') || readText(input, 'name') || keyOfInput(input)
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function partsOf(value: unknown): Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Parts)
    : {}
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
