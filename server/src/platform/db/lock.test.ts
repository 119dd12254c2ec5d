import { expect, test } from 'vitest'
import { defineLock } from './lock.ts'

test('no two purposes share one advisory lock number', () => {
  const lock = defineLock(1)
  expect(defineLock(2)).not.toEqual(lock)
  expect(() => defineLock(1)).toThrow('two advisory locks have the number 1')
})
