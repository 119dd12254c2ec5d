import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  differsFrom,
  expectedTime,
  formatGenerationTime,
  generationMinutes,
  generationSeconds,
  readGenerationTimeMs,
} from './generation-time.ts'

test.each([
  [0.2, 1_000, '~1s', 1],
  [1, 1_000, '~1s', 1],
  [45, 45_000, '~45s', 1],
  [999, 999_000, '~16m 39s', 17],
  [1_000, 1_000, '~1s', 1],
  [125_000, 125_000, '~2m 5s', 3],
])('%d is read as %d ms, shown as %s and %d minutes', (given, ms, shown, minutes) => {
  expect(readGenerationTimeMs(given)).toBe(ms)
  expect(formatGenerationTime(given)).toBe(shown)
  expect(generationMinutes(given)).toBe(minutes)
})

test('reading a stored time again does not change its meaning', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1_800_000, noNaN: true }), (given) => {
      const ms = readGenerationTimeMs(given)
      expect(readGenerationTimeMs(ms)).toBe(ms)
      if (given > 0) expect(formatGenerationTime(ms)).toBe(formatGenerationTime(given))
    }),
  )
})

test('a missing time is thirty seconds', () => {
  expect([undefined, null, 0].map(generationSeconds)).toEqual([30, 30, 30])
  expect(formatGenerationTime(undefined)).toBe('~30s')
})

test('screens show the measured time, else what was posted', () => {
  const measured_time = { seconds: 7, runs: 10 }
  expect(expectedTime({ generation_time: 4, measured_time })).toBe(7_000)
  expect(expectedTime({ generation_time: 4 })).toBe(4)
  expect(generationMinutes(expectedTime({}))).toBe(1)
  expect(formatGenerationTime(expectedTime({}))).toBe('~30s')
})

test.each([
  [4_000, 6, true],
  [4_000, 5, false],
  [4_000, 2, true],
  [4, 5, false],
])(
  'of %s posted, %s seconds measured differ by more than a quarter: %s',
  (posted, seconds, far) => {
    expect(differsFrom(posted, { seconds })).toBe(far)
  },
)
