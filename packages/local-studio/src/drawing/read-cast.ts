import { FIGURES, type Figure, figureNamed, type Kind } from '../figures/kinds.ts'
import { type Colour, hex } from './colour.ts'
import {
  ALSO_VERBS,
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
import { meaningsIn, meaningsOf, singularsOf } from './meanings.ts'

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

/** Something of the scenery, how many of it, and in what colour where a colour was said. */
export interface Wish {
  subject: Subject
  count: number
  colour?: Colour
}

const DYED = new Set<Subject>(['house', 'balloon', 'flower', 'tree', 'blossom'])

/** Nouns behind which another is only of what sort they are: "a biscuit tin". */
const HEADS = new Set(
  'tin costume kit board case tray jar shop seller maker vendor stand van van museum shelter festival suit bed house collection handle skin juice sauce jam soup song show lover shaped print paint powder cover'.split(
    ' ',
  ),
)

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

interface Token {
  text: string
  low: string
}

/** The words; a comma, a full stop or a quotation mark is a token of its own. */
export function tokensOf(prompt: string): Token[] {
  const found = prompt.slice(0, 10_000).matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[,.;:!?"“”«»\n]/gu)
  return [...found].slice(0, 300).map(([text]) => ({
    text,
    low: text.toLowerCase().replace('’', "'").replace(/'s$/, ''),
  }))
}

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
    if (low === 'family' && isHerd(longest(tokens, at + 2, true)) && tokens[at + 1]?.low === 'of') {
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
    const found = group || ahead.long > 1 ? undefined : longest(tokens, at, noun)
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
    // Glasses on a person or an animal are spectacles, and others are for drinking.
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
      // thing named last bears others.
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

/** Quoted text is lettering and names nothing to draw. */
function withoutLettering(tokens: Token[]): Token[] {
  let quoted = false
  const closes = tokens.filter(({ low }) => /["“”«»]/u.test(low)).length % 2 === 0
  return tokens.filter(({ low }) => {
    if (!closes || !/["“”«»]/u.test(low)) return !quoted
    quoted = !quoted
    return false
  })
}

const numberOf = (word: string) => (/^[2-9]$|^1\d$/.test(word) ? Number(word) : undefined)

/** "An orange" is a fruit, "an orange cat" is a colour. */
function isNoun(word: string, next: Token | undefined): boolean {
  if (!FIGURES.has(word)) return false
  return !next || /^[,.;:!?\n]$/.test(next.low) || RELATIONS.has(next.low)
}

function longest(
  tokens: Token[],
  at: number,
  determined: boolean,
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
      if (long === 1 && meaningsOf(last).scene && !meaningsOf(last).also) continue
      return { figure, long, plural: form !== last || PLURALS.has(last) }
    }
  }
  return undefined
}

const PLURALS = new Set(
  'mice wolves geese sheep bees balloons hearts lanterns daisies dandelions roses drums candles presents gifts sweets fries'.split(
    ' ',
  ),
)

const isName = ({ text }: Token) => /^\p{Lu}\p{Ll}/u.test(text)
const FIGURES_BY_CAPITAL = ({ low }: Token) =>
  GROUPS.has(low) || LANDMARKS.has(low) || meaningsOf(low).scene

function linkTo(
  cast: Member[],
  figure: Figure,
  relation: Relation | undefined,
  subject: number | undefined,
): { to?: Member['to'] } {
  if (!relation || subject === undefined || !cast[subject]) return {}
  const wears = figure.kind === 'clothes'
  const actor = isActor(cast[subject]?.kind)
  if (wears && actor) return { to: { relation: 'wears', member: subject } }
  if (relation === 'wears') return {}
  const small =
    (figure.kind === 'thing' || figure.kind === 'food' || figure.kind === 'plant') &&
    figure.metres <= 1.2
  if (figure.name === 'umbrella' && actor && (relation === 'holds' || relation === 'beside'))
    return { to: { relation: 'under', member: subject } }
  if (relation === 'beside' && figure.kind === 'vehicle')
    return { to: { relation, member: subject } }
  if (small && actor && (relation === 'holds' || relation === 'beside'))
    return { to: { relation: 'holds', member: subject } }
  return { to: { relation: relation === 'holds' ? 'beside' : relation, member: subject } }
}

/** What the word behind a noun makes of the two: the figure of the second, or nothing that is known. */
function headOf(
  tokens: Token[],
  at: number,
  long: number,
  plural: boolean,
): 'figure' | 'unknown' | undefined {
  const next = tokens[at + long]
  if (long > 1 || plural || !next || /^\p{Lu}/u.test(next.text)) return undefined
  if (HEADS.has(next.low.replace(/s$/, ''))) return 'unknown'
  return longest(tokens, at + long, false) ? 'figure' : undefined
}

const isHerd = (found: ReturnType<typeof longest>) =>
  ['animal', 'swimmer', 'flier'].includes(found?.figure.kind ?? '')

const namesThing = (key: string) =>
  meaningsIn([key], PLACE_WORDS).length + meaningsIn([key], SUBJECT_WORDS).length > 0

const isActor = (kind: Kind | undefined) => kind === 'person' || kind === 'animal'

interface Phrase {
  text: string
  key: string
  long: number
  known: boolean
}

function scenePhrase(tokens: Token[], at: number): Phrase {
  for (const long of [3, 2, 1]) {
    const slice = tokens.slice(at, at + long)
    const key = slice.map((one) => one.low).join('-')
    if (slice.length === long && meaningsOf(key).scene)
      return { text: slice.map((one) => one.text).join(' '), key, long, known: true }
  }
  return { text: tokens[at]?.text ?? '', key: tokens[at]?.low ?? '', long: 1, known: false }
}
