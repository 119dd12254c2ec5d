import { labelOf, labelOfValue } from '@vignette/contract/labels.ts'
import { VIDEO_EXTENSIONS } from '@vignette/contract/limits.ts'
import type { NumberLook } from '@vignette/contract/number-looks.ts'

export type ShownValue =
  | { kind: 'image' | 'video' | 'audio'; url: string }
  | { kind: 'text'; text: string }

export interface ShownInput {
  key: string
  label: string
  values: ShownValue[]
}

const IMAGE = /\.(png|jpe?g|webp|gif|avif)$/i
const AUDIO = /\.(mp3|wav|ogg|m4a|mpeg)$/i

/**
 * user_inputs as an object, also if it arrives as a JSON string; any other value gives no inputs.
 */
function parseInputs(raw: unknown): Record<string, unknown> {
  let value = raw
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      return {}
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return value as Record<string, unknown>
}

/** What a recipe asks: the label of an input, those of its options, and how a number is asked for. */
export interface Ask {
  key: string
  title: string
  options: { value: string; label: string }[]
  look?: NumberLook | undefined
}

/**
 * The inputs to show, without empty inputs, in the recipe's order and words; files are recognised by
 * their URL. An input that the recipe does not name comes last, under its key.
 */
export function readInputs(raw: unknown, asks: readonly Ask[] = []): ShownInput[] {
  const given = parseInputs(raw)
  const keys = new Set([...asks.map(({ key }) => key), ...Object.keys(given)])
  return [...keys]
    .map((key) => {
      const ask = asks.find((one) => one.key === key)
      const value = given[key]
      return {
        key,
        label: ask?.title ?? labelOf(key),
        values: readValues(ask ? labelOfValue(ask, value) : value),
      }
    })
    .filter((input) => input.values.length > 0)
}

function readValues(value: unknown): ShownValue[] {
  if (Array.isArray(value)) return value.flatMap(readValues)
  if (typeof value === 'number' || typeof value === 'boolean') {
    return [{ kind: 'text', text: String(value) }]
  }
  if (typeof value === 'object' && value !== null) {
    return 'url' in value ? readValues(value.url) : []
  }
  if (typeof value !== 'string' || value.trim() === '') return []
  const kind = fileKind(value)
  return kind ? [{ kind, url: value }] : [{ kind: 'text', text: value }]
}

function fileKind(text: string): 'image' | 'video' | 'audio' | undefined {
  if (text.startsWith('data:image/')) return 'image'
  // Only a URL counts as a file: the typed text "my cat.png" stays text.
  if (!/^(https?:\/\/|\/)\S+$/.test(text)) return undefined
  const path = text.split(/[?#]/)[0] ?? ''
  if (IMAGE.test(path)) return 'image'
  if (AUDIO.test(path)) return 'audio'
  return VIDEO_EXTENSIONS.some((one) => path.toLowerCase().endsWith(`.${one}`))
    ? 'video'
    : undefined
}
