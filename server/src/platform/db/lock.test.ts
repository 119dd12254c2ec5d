import { expect, test } from 'vitest'
import { LOCKS } from './lock.ts'

test('no two things wait for one another’s lock', () => {
  const numbers = Object.values(LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)
})
