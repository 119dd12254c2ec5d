import { isoOfDay, type NumberLook } from '@vignette/contract/number-looks.ts'
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
  'look',
  'image_size',
  'max_files',
  'min_files',
]

/** A number asked for in another way: what does not suit it goes, and what a slider needs is there. */
export function changeLook(input: Parts, look: NumberLook | undefined): Parts {
  const { value, min, max, look: before, ...rest } = input
  const suits = (one: unknown) =>
    look === 'date' ? isoOfDay(one) !== undefined : one !== undefined && before !== 'date'
  const kept = Object.fromEntries(
    Object.entries({ value, min, max }).filter(([, one]) => suits(one)),
  )
  const needed = look === 'slider' ? { value: kept.min ?? 1, min: 1, max: 10 } : {}
  return { ...rest, ...needed, ...kept, ...(look && { look }) }
}

/** The input as another kind: its texts stay, fields that the new kind refuses go. */
export function changeKind(input: Parts, kind: InputKind): Parts {
  const kept = Object.entries(input).filter(([name]) => !OF_ONE_KIND.includes(name))
  return { ...Object.fromEntries(kept), ...WRITTEN[kind] }
}
