import { FIGURES, type Figure } from '../figures/kinds.ts'
import { ALSO_VERBS, RELATIONS } from './grammar.ts'
import { SUBJECT_WORDS } from './lexicon.ts'
import { meaningsOf, singularsOf } from './meanings.ts'
import type { Token } from './tokens.ts'

/** Nouns that make the noun before them say only which sort: "a biscuit tin" is no biscuit. */
const HEADS = new Set(
  'tin costume kit board case tray jar shop seller maker vendor stand van van museum shelter festival suit bed house collection handle skin juice sauce jam soup song show lover shaped print paint powder cover'.split(
    ' ',
  ),
)

const PLURALS = new Set(
  'mice wolves geese sheep bees balloons hearts lanterns daisies dandelions roses drums candles presents gifts sweets fries'.split(
    ' ',
  ),
)

/** The figure that the longest phrase from `at` on names. `determined`: an article, number or colour stands before. */
export function findFigure(
  tokens: Token[],
  at: number,
  determined: boolean,
  counted = false,
): { figure: Figure; long: number; plural: boolean } | undefined {
  for (const long of [4, 3, 2, 1]) {
    const slice = tokens.slice(at, at + long)
    if (slice.length < long || slice.some((one) => /^[,.;:!?\n]$/.test(one.low))) continue
    const head = slice.slice(0, -1).map((one) => one.low.replaceAll('-', ' '))
    const last = slice.at(-1)?.low.replaceAll('-', ' ') ?? ''
    for (const form of singularsOf(last)) {
      const figure = FIGURES.get([...head, form].join(' '))
      if (!figure) continue
      if (long === 1 && form === last && ALSO_VERBS.has(form) && !determined) continue
      // "Two birds on a wire" are drawn as figures, "three birds" as a flock in the sky.
      const sits = counted && RELATIONS.get(tokens[at + 1]?.low ?? '') === 'on'
      const flock = !(sits && SUBJECT_WORDS.birds.includes(last))
      if (long === 1 && flock && meaningsOf(last).scene && !meaningsOf(last).also) continue
      return { figure, long, plural: form !== last || PLURALS.has(last) }
    }
  }
  return undefined
}

/** "An orange" is a fruit, "an orange cat" is a colour. */
export function isNoun(word: string, next: Token | undefined): boolean {
  if (!FIGURES.has(word)) return false
  return !next || /^[,.;:!?\n]$/.test(next.low) || RELATIONS.has(next.low)
}

/**
 * Whether the word after a noun changes what the noun means: `figure` where the second word names
 * the figure, `unknown` where the two together are no figure ("a biscuit tin").
 */
export function headOf(
  tokens: Token[],
  at: number,
  long: number,
  plural: boolean,
): 'figure' | 'unknown' | undefined {
  const next = tokens[at + long]
  if (long > 1 || plural || !next || /^\p{Lu}/u.test(next.text)) return undefined
  if (HEADS.has(next.low.replace(/s$/, ''))) return 'unknown'
  return findFigure(tokens, at + long, false) ? 'figure' : undefined
}

export const isHerd = (found: ReturnType<typeof findFigure>) =>
  ['animal', 'swimmer', 'flier'].includes(found?.figure.kind ?? '')
