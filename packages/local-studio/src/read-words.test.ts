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
