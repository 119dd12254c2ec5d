import { expect, test } from 'vitest'
import { createPatternMatcher } from './match-pattern.ts'

test('the whole text has to have the form', () => {
  const matches = createPatternMatcher()
  expect(matches('[a-z]+', 'boat')).toBe(true)
  expect(matches('[a-z]+', 'boat 7')).toBe(false)
  expect(matches('a|b', 'ab')).toBe(false)
  expect(matches('(', 'anything')).toBe(false)
})

test('the patterns of one request have one limit together', () => {
  const matches = createPatternMatcher()
  const evil = `${'a'.repeat(60)}!`
  expect(matches('(a+)+', evil)).toBe(false)
  // Its time is spent: not even what would match at once is run.
  expect(matches('[a-z]+', 'boat')).toBe(false)
  expect(createPatternMatcher()('[a-z]+', 'boat')).toBe(true)
})
