import type { ContentPolicy } from '@vignette/contract/content-policy.ts'
import { readWords, type Word } from './read-words.ts'
import { INNOCENT, TEXT_RULES, type TextRule } from './text-rules.ts'

interface Phrase {
  words: string[]
  group: number
}

interface CompiledRule {
  rule: TextRule
  /** By their first word, so that one pass over the text is enough, however long the lists. */
  phrases: Map<string, Phrase[]>
}

/** A listed phrase in a text, with the place of its first word. */
interface Place {
  at: number
  words: number
}

export interface Match {
  rule: TextRule
  /** As written; those of a rule with two groups are only forbidden together. */
  words: string[]
}

function compile(groups: readonly (readonly string[])[]): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase[]>()
  groups.forEach((group, index) => {
    for (const text of group) {
      const words = text.split(' ')
      const [first = ''] = words
      phrases.set(first, [...(phrases.get(first) ?? []), { words, group: index }])
    }
  })
  return phrases
}

const INNOCENT_PHRASES = compile([INNOCENT])
const RULES: readonly CompiledRule[] = TEXT_RULES.map((rule) => ({
  rule,
  phrases: compile(rule.groups),
}))
const NOTHING: Word = { written: '', readings: [] }

/** The rules that a text breaks, matched on whole words and phrases only. */
export function matchText(text: string, policy: ContentPolicy = 'general'): Match[] {
  const words = withoutInnocent(readWords(text))
  const inForce = RULES.filter(({ rule }) => !rule.under || rule.under === policy)
  return inForce.flatMap((compiled) => {
    const written = findBreach(words, compiled).map(({ at, words: length }) =>
      words
        .slice(at, at + length)
        .map((word) => word.written)
        .join(' '),
    )
    return written.length > 0 ? [{ rule: compiled.rule, words: [...new Set(written)] }] : []
  })
}

function withoutInnocent(words: readonly Word[]): Word[] {
  const kept = [...words]
  words.forEach((_, at) => {
    for (const phrase of beginningAt(words, at, INNOCENT_PHRASES)) {
      kept.fill(NOTHING, at, at + phrase.words.length)
    }
  })
  return kept
}

function beginningAt(words: readonly Word[], at: number, phrases: Map<string, Phrase[]>): Phrase[] {
  const begins = (phrase: Phrase) =>
    phrase.words.every((word, offset) => words[at + offset]?.readings.includes(word))
  return (words[at]?.readings ?? []).flatMap((reading) =>
    (phrases.get(reading) ?? []).filter(begins),
  )
}

function findBreach(words: readonly Word[], { rule, phrases }: CompiledRule): Place[] {
  const found: Place[][] = rule.groups.map(() => [])
  words.forEach((_, at) => {
    for (const phrase of beginningAt(words, at, phrases)) {
      found[phrase.group]?.push({ at, words: phrase.words.length })
    }
  })
  const [first = [], second] = found
  if (!second) return first
  const near = findNear(
    first.map(({ at }) => at),
    second.map(({ at }) => at),
    rule,
  )
  if (!near) return []
  const places = [first, second].flatMap((group, index) =>
    group.filter(({ at }) => at === near[index]).slice(0, 1),
  )
  return places.sort((a, b) => a.at - b.at)
}

/** The first two places that are near enough. Both lists are sorted, so each step advances one of them. */
export function findNear(
  first: readonly number[],
  second: readonly number[],
  { within, ordered = false }: Pick<TextRule, 'within' | 'ordered'>,
): [number, number] | undefined {
  const places = [first.values(), second.values()] as const
  let [a, b] = [places[0].next(), places[1].next()]
  while (!a.done && !b.done) {
    const ahead = b.value - a.value
    if (ahead <= within && ahead >= (ordered ? 0 : -within)) return [a.value, b.value]
    if (ahead > 0) a = places[0].next()
    else b = places[1].next()
  }
  return undefined
}
