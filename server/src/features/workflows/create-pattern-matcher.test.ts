import vm from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { createPatternMatcher } from './create-pattern-matcher.ts'

afterEach(() => vi.restoreAllMocks())

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

test('a text is not refused because other processes had the processor while the clock ran out', () => {
  const spent = Object.assign(new Error(), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' })
  const run = vi.spyOn(vm.Script.prototype, 'runInContext')
  for (let time = 0; time < 3; time += 1) {
    run.mockImplementationOnce(() => {
      throw spent
    })
  }
  expect(createPatternMatcher()('[a-z]+', 'boat')).toBe(true)
  expect(run).toHaveBeenCalledTimes(4)
  // A process that gets no processor time at all ends its tries too.
  run.mockClear().mockImplementation(() => {
    throw spent
  })
  expect(createPatternMatcher()('[a-z]+', 'boat')).toBe(false)
  expect(run.mock.calls.length).toBeLessThanOrEqual(10)
})
