import { expect, test } from 'vitest'
import { compareLines } from './line-difference.tsx'

const told = (before: string, after: string) =>
  compareLines(before.split(''), after.split('')).map(({ sign, text }) => `${sign}${text}`)

test('the differing lines stand between their nearest neighbours', () => {
  expect(told('abcXdef', 'abcYZdef')).toEqual([' b', ' c', '−X', '+Y', '+Z', ' d', ' e'])
  expect(told('ab', 'abc')).toEqual([' a', ' b', '+c'])
  expect(told('aa', 'aaa')).toEqual([' a', ' a', '+a'])
  expect(told('ab', 'ab')).toEqual([' a', ' b'])
})
