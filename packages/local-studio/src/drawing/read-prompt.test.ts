import { expect, test } from 'vitest'
import { COLOUR_WORDS } from './lexicon.ts'
import { readPrompt } from './read-prompt.ts'

test("a prompt's places, times, weather, seasons, moods, colours and things are found", () => {
  const reading = readPrompt(
    'Three foxes in a misty autumn forest at dusk, teal and gold, melancholy',
  )
  expect(reading).toMatchObject({
    places: ['forest'],
    time: 'dusk',
    weather: 'mist',
    season: 'autumn',
    mood: 'wistful',
  })
  expect(reading.cast).toMatchObject([{ name: 'fox-by-hand', count: 3 }])
  expect(reading.colours).toHaveLength(2)
})

test('a plural asks for several things, and a number for so many', () => {
  const counts = (prompt: string) => readPrompt(prompt).cast.map(({ name, count }) => [name, count])
  expect(counts('boats')).toEqual([['boat-by-hand', 3]])
  expect(counts('a boat')).toEqual([['boat-by-hand', 1]])
  expect(counts('five penguins and two mice')).toEqual([
    ['penguin', 5],
    ['mouse', 2],
  ])
  expect(counts('a couple on a bench').map(([name]) => name)).toEqual([
    'man-by-hand',
    'woman-by-hand',
    'bench-by-hand',
  ])
})

test('a colour belongs to the noun behind it, and only colours of no figure dye the scene', () => {
  const reading = readPrompt('a red bicycle before a teal sea')
  expect(reading.cast).toMatchObject([{ name: 'bicycle', colour: COLOUR_WORDS.get('red') }])
  expect(reading.colours).toEqual([COLOUR_WORDS.get('teal')])
})

test('small words tell how one figure stands to another', () => {
  const links = (prompt: string) => {
    const { cast } = readPrompt(prompt)
    return cast.flatMap(({ name, to }) => (to ? [[name, to.relation, cast[to.member]?.name]] : []))
  }
  expect(links('my dog Biscuit wearing a crown on a skateboard')).toEqual([
    ['crown', 'wears', 'dog'],
    ['skateboard-by-hand', 'on', 'dog'],
  ])
  expect(links('a robot under an umbrella')).toEqual([['umbrella', 'under', 'robot-by-hand']])
  expect(links('a girl with a kite')).toEqual([['kite', 'beside', 'girl-by-hand']])
})

test('a word that may be a verb is a thing only behind an article, a number or an adjective', () => {
  const names = (prompt: string) => readPrompt(prompt).cast.map(({ name }) => name)
  expect(names('cats watch the sunset')).toEqual(['cat'])
  expect(names('a gold watch')).toEqual(['watch'])
})

test("lettering is the quoted text, else a short prompt in full, else the prompt's significant words", () => {
  expect(readPrompt('a poster saying "Open Late" in neon').title).toBe('Open Late')
  expect(readPrompt('make it happen').title).toBe('make it happen')
  expect(readPrompt('a picture of the old harbour in the evening with many boats').title).toBe(
    'old harbour evening boats',
  )
})

test('an empty prompt, a very long prompt and unknown scripts can all be read', () => {
  expect(readPrompt('').title).toBe('Untitled')
  expect(readPrompt('x'.repeat(50_000)).title.length).toBeLessThanOrEqual(30)
  expect(readPrompt('海の上の月 🌙 __proto__ constructor').wishes).toEqual([])
  expect(readPrompt('constructor toString').cast).toEqual([])
})

test('conifers are drawn by the scenery, in its light, and not as figures', () => {
  for (const words of ['pine trees', 'a fir', 'spruces', 'conifers']) {
    const { cast, places } = readPrompt(`a lake in the mountains with ${words}`)
    expect(cast, words).toEqual([])
    expect(places, words).toContain('forest')
  }
})

test('a family of animals is drawn as several, and of two nouns in a row only the second is drawn', () => {
  const counts = (prompt: string) => readPrompt(prompt).cast.map(({ name, count }) => [name, count])
  expect(counts('a family of ducks')).toEqual([['duck', 3]])
  expect(counts('a koala family')).toEqual([['koala-by-hand', 3]])
  expect(counts('a stone bridge')).toEqual([['bridge-by-hand', 1]])
  expect(counts('a biscuit tin')).toEqual([])
})

test('glasses are drinking glasses unless a person or animal wears them', () => {
  const names = (prompt: string) => readPrompt(prompt).cast.map(({ name, count }) => [name, count])
  expect(names('two glasses')).toEqual([['wine-glass', 2]])
  expect(names('two glasses of wine')).toEqual([['wine-glass', 2]])
  expect(names('a cat with glasses')).toEqual([
    ['cat', 1],
    ['glasses', 1],
  ])
})

test('an adjective of weather does not change the place that the other words name', () => {
  expect(readPrompt('leaves on a wet bench').cast[1]?.to).toEqual({ relation: 'on', member: 0 })
})
