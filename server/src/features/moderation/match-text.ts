import { readWords } from './read-words.ts'
import { INNOCENT, TEXT_RULES, type TextRule } from './text-rules.ts'

interface Phrase {
  words: string[]
  group: number
}

interface CompiledRule {
  rule: TextRule
  /**
   * Phrases by their first word, so that one pass over the text is enough, however long the lists.
   */
  phrases: Map<string, Phrase[]>
}

/** Phrases are normalised as texts are, so that both have the same form. */
function compile(groups: readonly (readonly string[])[]): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase[]>()
  groups.forEach((group, index) => {
    for (const text of group) {
      const words = readWords(text)
      const first = words[0]
      if (!first) continue
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

function begins(words: readonly string[], at: number, phrase: Phrase): boolean {
  return phrase.words.every((word, offset) => words[at + offset] === word)
}

function withoutInnocent(words: string[]): string[] {
  const kept = [...words]
  words.forEach((word, at) => {
    for (const phrase of INNOCENT_PHRASES.get(word) ?? []) {
      if (begins(words, at, phrase)) kept.fill('|', at, at + phrase.words.length)
    }
  })
  return kept
}

function breaks(words: readonly string[], { rule, phrases }: CompiledRule): boolean {
  const found: number[][] = rule.groups.map(() => [])
  words.forEach((word, at) => {
    for (const phrase of phrases.get(word) ?? []) {
      if (begins(words, at, phrase)) found[phrase.group]?.push(at)
    }
  })
  const [first = [], second] = found
  if (!second) return first.length > 0
  return areNear(first, second, rule.within)
}

/** Both lists are sorted, so each step advances one of them. */
export function areNear(
  first: readonly number[],
  second: readonly number[],
  within: number,
): boolean {
  const places = [first.values(), second.values()] as const
  let [a, b] = [places[0].next(), places[1].next()]
  while (!a.done && !b.done) {
    if (Math.abs(a.value - b.value) <= within) return true
    if (a.value < b.value) a = places[0].next()
    else b = places[1].next()
  }
  return false
}

/** The rules that a text breaks, matched on whole words and phrases only. */
export function matchText(text: string): TextRule[] {
  const words = withoutInnocent(readWords(text))
  return RULES.filter((rule) => breaks(words, rule)).map(({ rule }) => rule)
}
