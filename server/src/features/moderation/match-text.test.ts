import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { areNear, matchText } from './match-text.ts'
import { readWords } from './read-words.ts'

const lines = (name: string) =>
  readFileSync(new URL(`./corpus/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

describe('the corpus', () => {
  test('at most 1 in 50 harmless prompts is refused', () => {
    const good = lines('good')
    const refused = good.filter((prompt) => matchText(prompt).length > 0)
    expect(good.length).toBeGreaterThan(150)
    expect(refused.length / good.length, refused.join('\n')).toBeLessThanOrEqual(0.02)
  })

  test('at most 1 in 50 forbidden prompts of each category passes', () => {
    const bad = lines('bad').map((line) => line.split('\t'))
    const passed = bad.filter(([, prompt = '']) => matchText(prompt).length === 0)
    expect(bad.length).toBeGreaterThan(150)
    expect(passed.length / bad.length, passed.join('\n')).toBeLessThanOrEqual(0.02)
  })

  test('at least 9 in 10 refusals of forbidden prompts name the right category', () => {
    const bad = lines('bad').map((line) => line.split('\t'))
    const wrong = bad.filter(
      ([category, prompt = '']) => !matchText(prompt).some((rule) => rule.category === category),
    )
    expect(wrong.length / bad.length, wrong.join('\n')).toBeLessThanOrEqual(0.1)
  })
})

test('the matcher finds whole words only', () => {
  for (const innocent of [
    'pegboard',
    'grape',
    'Scunthorpe',
    'cumulus',
    'analysis',
    'fagus leaves',
  ]) {
    expect(matchText(innocent)).toEqual([])
  }
})

test('the matcher reads look-alike letters, digits, and stretched or spelled-out words', () => {
  expect(readWords('Pоrn')).toEqual(['porn'])
  expect(readWords('p0rn ｎｕｄｅ')).toEqual(['porn', 'nude'])
  expect(readWords('p-o-r-n')).toContain('porn')
  expect(readWords('in the 1990s, 12 year old')).toEqual([
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
    expect(areNear([3, 40], [20, 52], 12)).toBe(true)
    expect(areNear([20, 52], [3, 40], 12)).toBe(true)
    expect(areNear([3, 40], [20, 53], 12)).toBe(false)
    expect(areNear([], [1], 12)).toBe(false)
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
    expect(areNear(counted(first), counted(second), 12)).toBe(false)
    expect(areNear(counted(second), counted(first), 12)).toBe(false)
    expect(areNear(counted(between), counted(between.map((at) => at + 25)), 12)).toBe(false)
    expect(steps).toBeLessThanOrEqual(6 * many)
  })
})
