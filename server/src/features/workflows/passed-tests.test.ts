import { expect, test } from 'vitest'
import { timeOfTests } from './passed-tests.ts'

test('the time of tests is the time within which four of five ended, in whole seconds', () => {
  expect(timeOfTests([1_800])).toBe(2_000)
  expect(timeOfTests([9_000, 1_100, 1_200, 1_300, 2_400])).toBe(3_000)
  expect(timeOfTests([5_000, 4_000, 3_000, 2_000, 1_000, 60_000])).toBe(5_000)
})

test('a test that took no measurable time counts as a second', () => {
  expect(timeOfTests([0])).toBe(1_000)
})
