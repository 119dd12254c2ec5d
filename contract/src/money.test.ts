import { expect, test } from 'vitest'
import { creatorShareCents, formatCents, formatPrice } from './money.ts'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [300, '$3.00'],
  [100_000, '$1,000.00'],
  [123_456_789, '$1,234,567.89'],
  [-2_050, '-$20.50'],
])('%i cents are %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})

test.each([
  [0, 0],
  [1, 1],
  [5, 4],
  [50, 35],
  [301, 211],
  [100_000, 70_000],
])('of %i cents the creator gets %i', (cents, share) => {
  expect(creatorShareCents(cents)).toBe(share)
})

test('a price of nothing is called free', () => {
  expect([0, 300].map(formatPrice)).toEqual(['Free', '$3.00'])
})
