import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readWords } from './read-words.ts'

/** Sentences of people who tried the first words, and the nouns of each. */
const EIGHT: [string, string[]][] = [
  ['My dog Biscuit wearing a crown on a skateboard', ['dog Biscuit', 'crown', 'skateboard']],
  [
    'Two people kissing under an umbrella in Paris at night',
    ['people', 'umbrella', 'Paris', 'night'],
  ],
  [
    'Tokyo street with neon signs and cherry blossom',
    ['Tokyo', 'street', 'neon signs', 'cherry blossom'],
  ],
  ['A fox on a snowy hill at night, aurora', ['fox', 'hill', 'night', 'aurora']],
  ['dandelion', ['dandelion']],
  ['A girl and a robot having tea on the moon', ['girl', 'robot', 'tea', 'moon']],
  [
    'The harbour of Skagen with a lighthouse and sailing boats',
    ['harbour', 'Skagen', 'lighthouse', 'sailing boats'],
  ],
  [
    "My grandmother's cottage by a lighthouse, a red bicycle, evening rain",
    ['cottage', 'lighthouse', 'bicycle', 'evening', 'rain'],
  ],
]

test.each(EIGHT)('%s: every noun is drawn or said not to be', (prompt, nouns) => {
  const { drawn, missing } = readWords(prompt, 'landscape')
  expect([...drawn, ...missing]).toEqual(expect.arrayContaining(nouns))
  expect(missing).toEqual(
    prompt.includes('kissing') ? ['kissing'] : prompt.includes('Skagen') ? ['Skagen'] : [],
  )
})

test.each([
  ['a lake in the mountains, mist over the water', 'landscape', []],
  ['a boat on the water', 'painterly', []],
  ['a glass of water in a kitchen', 'landscape', ['water']],
  ['a boat on the water', 'emblem', ['water']],
])('%s, as %s: water is drawn where the place has water', (prompt, style, missing) => {
  expect(readWords(prompt, style).missing).toEqual(missing)
})

test.each([
  ['A quiet harbour at dusk, two boats, warm windows', ['windows']],
  ['a street with shop windows', ['windows']],
  ['a room with tall windows', []],
  ['a window with a view of the sea', ['sea']],
])('%s: windows make a room only where no other place is named', (prompt, missing) => {
  expect(readWords(prompt, 'landscape').missing.filter((word) => word !== 'view')).toEqual(missing)
})

test.each([
  ['The bay behind the lighthouse on the evening we arrived: low sun, a single sail', []],
  ['Our flat by the sea, the summer of your visit', ['flat', 'visit']],
])('%s: a story’s verbs are not told as left out, its nouns are', (prompt, nouns) => {
  expect(readWords(prompt, 'landscape').missing).toEqual(nouns)
})

test('a style that draws no things says so of each', () => {
  expect(readWords('a dog on a beach', 'abstract')).toEqual({
    drawn: [],
    missing: ['dog', 'beach'],
  })
  expect(readWords('a dog on a beach', 'botanical')).toEqual({ drawn: ['dog'], missing: ['beach'] })
  expect(readWords('a fox by an escalator', 'auto')).toEqual({
    drawn: ['fox'],
    missing: ['escalator'],
  })
})

test('the words around a text decide style and place, and are not in the answer', () => {
  const read = (prompt: string) => readWords('a fox on a street', 'auto', prompt)
  expect(read('a fox on a street')).toEqual({ drawn: ['fox', 'street'], missing: [] })
  expect(read('a fox on a street, abstract')).toEqual({ drawn: [], missing: ['fox', 'street'] })
  expect(read('On the moon, a fox on a street')).toEqual({ drawn: ['fox'], missing: ['street'] })
})

test('of two places only one is drawn', () => {
  expect(readWords('a street in the desert', 'landscape').missing).toEqual(['desert'])
})

test('lettering in quotation marks is no wish', () => {
  expect(readWords('a cat, it says "Open the dragon"', 'poster')).toEqual({
    drawn: ['cat'],
    missing: [],
  })
})

test('of ordinary sentences, five nouns in six are drawn', () => {
  const sentences = readFileSync(new URL('./test-support/wishes.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const read = sentences.map((sentence) => readWords(sentence, 'landscape'))
  const drawn = read.reduce((sum, words) => sum + words.drawn.length, 0)
  const missing = read.reduce((sum, words) => sum + words.missing.length, 0)
  expect(sentences.length).toBeGreaterThanOrEqual(200)
  expect(drawn / (drawn + missing)).toBeGreaterThan(5 / 6)
})

/** Wishes that strangers to the program wrote down: docs/drawing.md. */
const WISHES = ['wishes-a.json', 'wishes-b.json'].flatMap(
  (file) =>
    JSON.parse(readFileSync(new URL(`./test-support/${file}`, import.meta.url), 'utf8')) as {
      sentence: string
      nouns: string[]
    }[],
)

test('of 400 wishes of strangers, each noun is drawn or said to be left out', () => {
  const wordsIn = (text: string) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
      word.replace(/(ies|es|s|y)$/, ''),
    )
  const silent = WISHES.flatMap(({ sentence, nouns }) => {
    const written = wordsIn(sentence)
    const { drawn, missing } = readWords(sentence, 'landscape')
    const told = wordsIn([...drawn, ...missing].join(' '))
    return nouns.filter((noun) => {
      const words = wordsIn(noun)
      // A noun that the writer only means, as "snow" of "snowstorm", cannot be told.
      return (
        words.every((word) => written.includes(word)) && !words.some((word) => told.includes(word))
      )
    })
  })
  // Adjectives and owners by their form: a giant hill, a cream dress, the lion's heart.
  expect(silent).toEqual(['giant', 'lion', 'crossing', 'cream', 'dust', 'crossing', 'grandfather'])
})
