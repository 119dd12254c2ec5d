import { type Figure, figureNamed } from '../figures/kinds.ts'
import { type Colour, hex } from './colour.ts'
import { findFigure, headOf, isHerd, isNoun } from './find-figure.ts'
import {
  DETERMINERS,
  GROUPS,
  LANDMARKS,
  QUIET,
  RELATIONS,
  type Relation,
  SIZES,
} from './grammar.ts'
import {
  COLOUR_WORDS,
  COUNT_WORDS,
  PLACE_WORDS,
  STOP_WORDS,
  SUBJECT_WORDS,
  type Subject,
} from './lexicon.ts'
import { isActor, linkTo } from './link-figure.ts'
import { meaningsIn, meaningsOf, singularsOf } from './meanings.ts'
import { scenePhrase } from './scene-phrase.ts'
import { numberOf, type Token, tokensOf, withoutLettering } from './tokens.ts'

/** One kind of figure that the words ask for, and how it stands to an earlier one. */
export interface Member extends Figure {
  count: number
  /** Grown or shrunk by a word such as "giant". */
  size: number
  colour?: Colour
  to?: { relation: Relation; member: number }
}

export interface Spoken {
  cast: Member[]
  /** Colours of no figure: for sky and land. */
  colours: Colour[]
  /** The nouns and phrases as they were written, and what each became. */
  things: { text: string; as: 'figure' | 'scene' | 'unknown'; key: string }[]
  /** Words of the scenery, in lower case: no word that a figure took. */
  scene: string[]
  wishes: Wish[]
}

/** A wished part of the scenery, with the count and the colour where the words name a colour. */
export interface Wish {
  subject: Subject
  count: number
  colour?: Colour
}

const DYED = new Set<Subject>(['house', 'balloon', 'flower', 'tree', 'blossom'])

const MATERIALS = new Set('stone rock wood brick bricks paper box wool ball'.split(' '))

/** Flowers that are known by their colour. */
const BLOOMS: ReadonlyMap<string, string> = new Map(
  '#d7263d poppy geranium,#f5c518 daffodil buttercup marigold,#5b6fd6 bluebell cornflower iris hydrangea,#7b4fd0 violet pansy,#f7f5ef snowdrop lily jasmine,#e58aa3 peony orchid magnolia dahlia azalea'
    .split(',')
    .flatMap((row) => {
      const [code = '', ...names] = row.split(' ')
      return names.map((name): [string, string] => [name, code])
    }),
)

function ownColour(word: string): Colour | undefined {
  const code = singularsOf(word)
    .map((form) => BLOOMS.get(form))
    .find(Boolean)
  return code ? hex(code) : undefined
}

const VESSELS = new Set(
  'bowl-with-spoon steaming-bowl hot-beverage fork-and-knife-with-plate beer-mug jar wine-glass bottle-with-popping-cork'.split(
    ' ',
  ),
)
const MOST_FIGURES = 8
const MOST_EACH = 7

export function readCast(prompt: string): Spoken {
  const tokens = withoutLettering(tokensOf(prompt))
  const spoken: Spoken = { cast: [], colours: [], things: [], scene: [], wishes: [] }
  let count = 1
  let counted = false
  let size = 1
  let colour: Colour | undefined
  let relation: Relation | undefined
  /** The figures that a relation speaks of: the last subject. */
  let subject: number | undefined
  let article = false
  /** Where the figure named last stands in the text. */
  let named = -1

  const drop = () => {
    if (colour) spoken.colours.push(colour)
    count = 1
    counted = false
    size = 1
    colour = undefined
  }

  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) break
    const { low, text } = token
    // "Grandmother's" speaks of an owner, who need not be there.
    if (/['’]s$/.test(text)) {
      article = true
      continue
    }
    const onTheMoon =
      /^(on|to|from|across)$/.test(low) &&
      tokens[at + 1]?.low === 'the' &&
      tokens[at + 2]?.low === 'moon'
    if (onTheMoon) {
      spoken.scene.push('on-the-moon')
      spoken.things.push({ text: tokens[at + 2]?.text ?? 'moon', as: 'scene', key: 'on-the-moon' })
      at += 2
      continue
    }
    const dye = COLOUR_WORDS.get(low)
    if (dye && low !== 'golden' && !isNoun(low, tokens[at + 1])) {
      if (colour) spoken.colours.push(colour)
      colour = dye
      continue
    }
    const number = COUNT_WORDS.get(low) ?? numberOf(low)
    if (number && low !== 'couple' && low !== 'field') {
      count = number
      counted = true
      continue
    }
    if (low === 'couple' && tokens[at + 1]?.low === 'of') {
      count = 2
      counted = true
      continue
    }
    const last = spoken.cast.at(-1)
    // A family of ducks, and a koala family, are several of one kind.
    if (
      low === 'family' &&
      isHerd(findFigure(tokens, at + 2, true)) &&
      tokens[at + 1]?.low === 'of'
    ) {
      count = 3
      counted = true
      continue
    }
    if (low === 'family' && last?.kind === 'animal' && named === at - 1) {
      last.count = Math.max(3, last.count)
      continue
    }
    const group = GROUPS.get(low)
    const ahead = scenePhrase(tokens, at)
    const noun = article || counted || size !== 1 || colour !== undefined
    const found = group || ahead.long > 1 ? undefined : findFigure(tokens, at, noun, counted)
    const headed = found && !group ? headOf(tokens, at, found.long, found.plural) : undefined
    if (found && headed) {
      // "A stone bridge" is a bridge; of "a mouse king" the mouse is left out.
      const modifier = { text, as: 'unknown', key: low } as const
      if (found.figure.name === 'baby-by-hand') size *= 0.7
      else if (!MATERIALS.has(low)) spoken.things.push(modifier)
      if (headed === 'unknown') {
        spoken.things.push({ text: tokens[at + 1]?.text ?? '', as: 'unknown', key: '' })
        at += 1
        drop()
        relation = undefined
        article = false
      }
      continue
    }
    const face = subject === undefined ? undefined : spoken.cast[subject]
    // Glasses on a person or an animal are spectacles; all other glasses are for drinking.
    if (found?.figure.name === 'glasses' && (counted || !relation || !isActor(face?.kind)))
      found.figure = figureNamed('wine glass')
    if (found || group) {
      // "A bowl of soup" and "a slice of pizza" are one figure: the second.
      if (
        found &&
        last &&
        tokens[at - 1]?.low === 'of' &&
        VESSELS.has(last.name) &&
        found.figure.kind === 'food'
      ) {
        spoken.cast[spoken.cast.length - 1] = { ...last, ...found.figure }
        spoken.things.push({
          text: tokens
            .slice(at, at + found.long)
            .map((one) => one.text)
            .join(' '),
          as: 'figure',
          key: low,
        })
        at += found.long - 1
        continue
      }
      const members = group ? group.map(figureNamed) : found ? [found.figure] : []
      const plural = found ? found.plural : false
      const shown = counted ? count : plural ? 3 : 1
      const first = spoken.cast.length
      for (const [i, figure] of members.entries()) {
        if (spoken.cast.length >= MOST_FIGURES) break
        const each =
          group && counted
            ? Math.max(1, Math.round(count / members.length + (i === 0 ? 0.1 : -0.1)))
            : shown
        spoken.cast.push({
          ...figure,
          count: Math.min(MOST_EACH, each),
          size,
          ...(colour ? { colour } : {}),
          ...linkTo(spoken.cast, figure, i > 0 ? 'beside' : relation, i > 0 ? first : subject),
        })
      }
      const words = found?.long ?? 1
      spoken.things.push({
        text: tokens
          .slice(at, at + words)
          .map((one) => one.text)
          .join(' '),
        as: spoken.cast.length > first ? 'figure' : 'unknown',
        key: low,
      })
      colour = undefined
      drop()
      const member = spoken.cast[first]
      // "A dog on a skateboard and a cat": the next relation speaks of the dog still, unless the
      // thing named last carries something itself.
      if (member && (!member.to || member.to.relation === 'beside')) subject = first
      relation = undefined
      article = false
      at += words - 1
      named = at
      const name = tokens[at + 1]
      if (
        name &&
        isName(name) &&
        member &&
        (member.kind === 'animal' || member.kind === 'person') &&
        !FIGURES_BY_CAPITAL(name)
      ) {
        const last = spoken.things.at(-1)
        if (last) last.text += ` ${name.text}`
        at += 1
      }
      continue
    }
    const landmark = LANDMARKS.get(low)
    if (landmark) spoken.cast.push({ ...figureNamed(landmark), count: 1, size: 1 })
    const says = ahead.long > 1 ? undefined : RELATIONS.get(low)
    if (says && !(low === 'by' && relation)) relation = low === 'and' && relation ? relation : says
    if (low === 'front' && tokens[at - 1]?.low === 'in') relation = 'front'
    const grown = SIZES.get(low)
    if (grown) size = grown
    article = DETERMINERS.has(low) || (article && QUIET.has(low))
    if (/^[,.;:!?\n]$/.test(low)) {
      drop()
      relation = undefined
      continue
    }
    if (says || (QUIET.has(low) && !ahead.known) || STOP_WORDS.has(low)) continue
    spoken.things.push({ text: ahead.text, as: ahead.known ? 'scene' : 'unknown', key: ahead.key })
    at += ahead.long - 1
    if (ahead.known) {
      spoken.scene.push(ahead.key)
      for (const subject of meaningsIn([ahead.key], SUBJECT_WORDS)) {
        if (spoken.wishes.some((wish) => wish.subject === subject)) continue
        const plural = ahead.key.endsWith('s') && !SUBJECT_WORDS[subject].includes(ahead.key)
        const dyed = colour && DYED.has(subject)
        const own = dyed ? colour : ownColour(ahead.key)
        spoken.wishes.push({
          subject,
          count: counted ? count : ahead.key === 'village' ? 5 : plural ? 3 : 1,
          ...(own ? { colour: own } : {}),
        })
        if (dyed) colour = undefined
      }
      // "On a wet bench" says where still.
      if (namesThing(ahead.key)) relation = undefined
    } else colour = undefined
    drop()
  }
  drop()
  return spoken
}

const isName = ({ text }: Token) => /^\p{Lu}\p{Ll}/u.test(text)
const FIGURES_BY_CAPITAL = ({ low }: Token) =>
  GROUPS.has(low) || LANDMARKS.has(low) || meaningsOf(low).scene

const namesThing = (key: string) =>
  meaningsIn([key], PLACE_WORDS).length + meaningsIn([key], SUBJECT_WORDS).length > 0
