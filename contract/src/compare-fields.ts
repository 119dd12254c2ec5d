import { compareWords, type Run } from './compare-parts.ts'

export type Parts = Record<string, unknown>

/** One sentence; for a long text also the words that were kept, removed and added. */
export interface Change {
  sentence: string
  runs?: Run[]
}

interface FieldFacts {
  words: string
  /** A text whose words are compared. */
  isText?: boolean
  show?: (value: unknown) => string
  /** What a document without the field means. */
  absent?: unknown
}

export type FieldWords = Record<string, FieldFacts>

/**
 * The fields that differ: first the fields that have words, in the order of the words, then the
 * fields without words, by name. `subject` begins each sentence.
 */
export function compareFields(
  subject: string,
  before: Parts,
  after: Parts,
  fields: FieldWords,
): Change[] {
  const names = new Set([...Object.keys(fields), ...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const facts = Object.hasOwn(fields, name) ? fields[name] : undefined
    const valueIn = (parts: Parts) =>
      (Object.hasOwn(parts, name) ? parts[name] : undefined) ?? facts?.absent
    return compareValues(subject, facts ?? { words: name }, valueIn(before), valueIn(after))
  })
}

function compareValues(
  subject: string,
  { words, isText = false, show = showValue }: FieldFacts,
  before: unknown,
  after: unknown,
): Change[] {
  if (isSame(before, after)) return []
  const begin = subject ? `${subject}: ${words}` : words
  if (isText) return [{ sentence: begin, runs: compareWords(textOf(before), textOf(after)) }]
  const [from, to] = [before, after].map((value) => (isEmpty(value) ? 'none' : show(value)))
  if (from === undefined || to === undefined || from === to)
    return [{ sentence: `${begin} changed` }]
  const isLong = from.length > SHOWN || to.length > SHOWN
  return [{ sentence: isLong ? `${begin} changed` : `${begin} ${from} → ${to}` }]
}

/** Longer values are not written out in a sentence. */
const SHOWN = 60

export function showValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** An absent field and an empty one mean the same; the order of names means nothing. */
export function isSame(before: unknown, after: unknown): boolean {
  return (isEmpty(before) && isEmpty(after)) || sorted(before) === sorted(after)
}

function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
