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
])("the creator's share of %i cents is %i cents", (cents, share) => {
  expect(creatorShareCents(cents)).toBe(share)
})

test('a price of zero is shown as free', () => {
  expect([0, 300].map(formatPrice)).toEqual(['Free', '$3.00'])
})
