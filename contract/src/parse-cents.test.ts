import { expect, test } from 'vitest'
import { parseCents } from './parse-cents.ts'

test.each([
  ['12', 1_200],
  ['12.50', 1_250],
  ['0.07', 7],
  [' $1,000.00 ', 100_000],
  ['12,50', undefined],
  ['1.1', undefined],
  ['1e3', undefined],
  ['-1', undefined],
  ['', undefined],
  ['12345678', undefined],
])('%j is %j cents', (text, cents) => {
  expect(parseCents(text)).toBe(cents)
})
