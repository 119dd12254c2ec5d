import { expect, test } from 'vitest'
import { createPatternMatcher } from './create-pattern-matcher.ts'

/** Longer than any pause of a busy machine, which is no fault of a pattern. */
const ENOUGH_MS = 10_000

test('a pattern must match the whole text', () => {
  const matches = createPatternMatcher(ENOUGH_MS)
  expect(matches('[a-z]+', 'boat')).toBe(true)
  expect(matches('[a-z]+', 'boat 7')).toBe(false)
  expect(matches('a|b', 'ab')).toBe(false)
  expect(matches('(', 'anything')).toBe(false)
})

test('all patterns of one request share one time limit', () => {
  const evil = `${'a'.repeat(60)}!`
  // The watchdog's clock and the test's differ by fractions of a millisecond, so one try would prove little.
  for (let turn = 0; turn < 50; turn += 1) {
    const matches = createPatternMatcher(5)
    expect(matches('(a+)+', evil)).toBe(false)
    // The time is spent: even a pattern that would match at once is not run.
    expect(matches('[a-z]+', 'boat')).toBe(false)
  }
  expect(createPatternMatcher(ENOUGH_MS)('[a-z]+', 'boat')).toBe(true)
})
