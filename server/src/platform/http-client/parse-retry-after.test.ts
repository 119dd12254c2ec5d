import { expect, test } from 'vitest'
import { parseRetryAfter } from './parse-retry-after.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['7', 7000],
  ['0.5', 500],
  ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['999999', 3_600_000],
  ['-3', 0],
])('Retry-After %s is %d ms', (value, ms) => {
  expect(parseRetryAfter(value, now)).toBe(ms)
})

test.each([undefined, null, '', 'soon', 'NaN'])('Retry-After %s gives no time', (value) => {
  expect(parseRetryAfter(value, now)).toBeUndefined()
})
