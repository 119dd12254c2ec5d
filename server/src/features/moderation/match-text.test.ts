import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findNear, matchText } from './match-text.ts'
import { readWords } from './read-words.ts'

const lines = (name: string) =>
  readFileSync(new URL(`./corpus/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

const LOOK_ALIKES: Record<string, string> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
}
const DIGITS: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }
const swap = (text: string, by: Record<string, string>) =>
  Array.from(text, (letter) => by[letter] ?? letter).join('')
const inWords = (text: string, change: (word: string) => string, gap = ' ') =>
  text
    .split(' ')
    .map((word) => (/^[a-z]{3,}$/i.test(word) ? change(word) : word))
    .join(gap)

const SPELLINGS: Record<string, (text: string) => string> = {
  'as they are': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'with look-alike letters': (text) => swap(text, LOOK_ALIKES),
  'with digits for letters': (text) =>
    inWords(text, (word) => swap(word, DIGITS)).replaceAll(/ a /g, ' 4 '),
  'with dots between letters': (text) => inWords(text, (word) => Array.from(word).join('.')),
  'with spaces between letters': (text) =>
    inWords(text, (word) => Array.from(word).join(' '), '   '),
}

describe('the corpus', () => {
  test('no name of a place, animal, plant, dish, size or person is refused', () => {
    const names = lines('names')
    expect(names.length).toBeGreaterThan(400)
    expect(names.filter((name) => matchText(name).length > 0)).toEqual([])
  })

  test('no harmless prompt is refused', () => {
    const good = lines('good')
    expect(good.length).toBeGreaterThan(150)
    expect(good.filter((prompt) => matchText(prompt).length > 0)).toEqual([])
  })

  test.each(Object.entries(SPELLINGS))('no forbidden prompt passes %s', (_, spell) => {
    const bad = lines('bad').map((line) => line.split('\t')[1] ?? '')
    expect(bad.length).toBeGreaterThan(170)
    expect(bad.map(spell).filter((prompt) => matchText(prompt).length === 0)).toEqual([])
  })

  test('at least 9 in 10 refusals of forbidden prompts name the right category', () => {
    const bad = lines('bad').map((line) => line.split('\t'))
    const wrong = bad.filter(
      ([category, prompt = '']) =>
        !matchText(prompt).some(({ rule }) => rule.category === category),
    )
    expect(wrong.length / bad.length, wrong.join('\n')).toBeLessThanOrEqual(0.1)
  })
})

test('one letter again and again is no word', () => {
  expect(matchText('x'.repeat(500))).toEqual([])
  expect(matchText('x '.repeat(250))).toEqual([])
  expect(matchText('1'.repeat(20_000))).toEqual([])
})

test('a refusal names the words as they were written', () => {
  const wordsIn = (text: string) => matchText(text).flatMap(({ words }) => words)
  expect(wordsIn('A p0rn photo')).toEqual(['p0rn'])
  expect(wordsIn('a P.o.r.n scene')).toEqual(['P.o.r.n'])
  expect(wordsIn('how to lay a Pipe  bomb')).toEqual(['Pipe bomb'])
  expect(wordsIn('my teacher, who is naked')).toEqual(['my teacher', 'naked'])
})

test('the reader knows look-alike letters, digits, and stretched or spelled-out words', () => {
  const read = (text: string) => readWords(text).map(({ readings }) => readings)
  expect(read('Pоrn ｎｕｄｅ wom\u200ban')).toEqual([['porn'], ['nude'], ['woman']])
  expect(read('p0rn')).toEqual([['porn']])
  expect(read('k1ll kiII')).toEqual([
    expect.arrayContaining(['kill']),
    expect.arrayContaining(['kill']),
  ])
  expect(read('nakeeed')).toEqual([['nakeed', 'naked']])
  expect(read('a p o r n')).toEqual([['aporn', 'porn']])
  expect(read('p o r n,  p i c')).toEqual([['porn'], ['pic']])
  expect(read('vitamin a b')).toEqual([['vitamin'], ['a'], ['b']])
  expect(readWords('in the 1990s, 12 year old').map(({ readings }) => readings[0])).toEqual([
    'in',
    'the',
    '1990s',
    '12',
    'year',
    'old',
  ])
})

describe('two words near one another', () => {
  test('are found within the allowed distance, in any order', () => {
    expect(findNear([3, 40], [20, 52], { within: 12 })).toEqual([40, 52])
    expect(findNear([20, 52], [3, 40], { within: 12 })).toEqual([52, 40])
    expect(findNear([3, 40], [20, 53], { within: 12 })).toBeUndefined()
    expect(findNear([], [1], { within: 12 })).toBeUndefined()
  })

  test('are found in their order alone where it matters', () => {
    expect(findNear([5, 30], [2, 33], { within: 4, ordered: true })).toEqual([30, 33])
    expect(findNear([5], [2], { within: 4, ordered: true })).toBeUndefined()
  })

  test('are searched in time proportional to the number of words', () => {
    let steps = 0
    const counted = (places: number[]): number[] =>
      new Proxy(places, {
        get(target, name) {
          if (typeof name === 'string' && /^\d+$/.test(name)) steps += 1
          return Reflect.get(target, name)
        },
      })
    const many = 300_000
    const first = Array.from({ length: many }, (_, at) => at)
    const second = first.map((at) => many + 100 + at)
    const between = first.map((at) => 100 * at + (at % 2) * 50)
    expect(findNear(counted(first), counted(second), { within: 12 })).toBeUndefined()
    expect(findNear(counted(second), counted(first), { within: 12 })).toBeUndefined()
    const shifted = between.map((at) => at + 25)
    expect(findNear(counted(between), counted(shifted), { within: 12 })).toBeUndefined()
    expect(steps).toBeLessThanOrEqual(6 * many)
  })
})

describe('where adult content is allowed', () => {
  const categoriesOf = (prompt: string) =>
    matchText(prompt, 'adult').map(({ rule }) => rule.category)
  const adult = lines('adult').map((line) => line.split('\t'))
  const forbidden = [
    ...lines('bad').filter((line) => !line.startsWith('sexual\t')),
    ...lines('adult').filter((line) => !line.startsWith('allowed\t')),
  ].map((line) => line.split('\t')[1] ?? '')

  test('adults may be shown, and under the general policy none of it passes', () => {
    const allowed = adult.flatMap(([kind, prompt = '']) => (kind === 'allowed' ? [prompt] : []))
    expect(allowed.length).toBeGreaterThanOrEqual(10)
    expect(allowed.filter((prompt) => categoriesOf(prompt).length > 0)).toEqual([])
    expect(allowed.filter((prompt) => matchText(prompt).length === 0)).toEqual([])
  })

  test.each(Object.entries(SPELLINGS))('all else stays refused, %s', (_, spell) => {
    expect(forbidden.length).toBeGreaterThanOrEqual(180)
    const passed = forbidden.filter((prompt) => categoriesOf(spell(prompt)).length === 0)
    expect(passed).toEqual([])
  })

  test('minors, real people and what is never allowed are named as such', () => {
    const wrong = adult.filter(
      ([kind = '', prompt = '']) =>
        kind !== 'allowed' && !categoriesOf(prompt).some((category) => category === kind),
    )
    expect(wrong).toEqual([])
  })

  test('what is refused under the general policy for another reason than sex is refused for it here', () => {
    const before = lines('bad').map((line) => line.split('\t')[1] ?? '')
    const lost = before.filter((prompt) => {
      const kept = new Set(categoriesOf(prompt))
      return matchText(prompt).some(
        ({ rule }) => rule.category !== 'sexual' && !kept.has(rule.category),
      )
    })
    expect(lost).toEqual([])
  })

  test('harmless prompts and names stay harmless', () => {
    const harmless = [...lines('good'), ...lines('names')]
    expect(harmless.filter((prompt) => categoriesOf(prompt).length > 0)).toEqual([])
  })
})

test('an age below eighteen beside a sexual word is refused, however it is written', () => {
  for (const age of ['15yo', '15 yo', '15 years old', 'fifteen years old', 'a seventeen year old'])
    expect([age, matchText(`a sexy model, ${age}`).map(({ rule }) => rule.category)]).toEqual([
      age,
      ['minors'],
    ])
  expect(matchText('a sexy model, 25 years old')).toEqual([])
})
