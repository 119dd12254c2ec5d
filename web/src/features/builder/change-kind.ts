import type { Parts } from './document/read-parts.ts'
import type { InputKind } from './input-kinds.ts'

const WRITTEN: Record<InputKind, Parts> = {
  words: { type: 'text' },
  long: { type: 'text', multiline: true },
  choice: { type: 'select', options: [] },
  number: { type: 'number' },
  image: { type: 'image' },
  video: { type: 'video' },
  audio: { type: 'audio' },
}
/** Fields that some kinds of input have and other kinds refuse. */
const OF_ONE_KIND = [
  'value',
  'options',
  'ideas',
  'multiline',
  'max_length',
  'pattern',
  'min',
  'max',
  'image_size',
]

/** The input as another kind: its texts stay, fields that the new kind refuses go. */
export function changeKind(input: Parts, kind: InputKind): Parts {
  const kept = Object.entries(input).filter(([name]) => !OF_ONE_KIND.includes(name))
  return { ...Object.fromEntries(kept), ...WRITTEN[kind] }
}
