import { expect, test } from 'vitest'
import { LOCKS } from './lock.ts'

test('no two purposes share one advisory lock number', () => {
  const numbers = Object.values(LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)
})
