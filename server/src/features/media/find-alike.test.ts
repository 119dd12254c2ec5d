import { expect, test } from 'vitest'
import { findAlike } from './find-alike.ts'

const row = (id: string, ...features: number[]) => ({ id, features: Int8Array.from(features) })

test('the rows with the most similar direction come first, whatever their length', () => {
  const rows = [row('away', -9, -1), row('same', 120, 0), row('near', 10, 2), row('aside', 1, 50)]
  const ids = (most: number) => findAlike(Int8Array.from([5, 0]), rows, most).map(({ id }) => id)
  expect(ids(4)).toEqual(['same', 'near', 'aside', 'away'])
  expect(ids(2)).toEqual(['same', 'near'])
})

test('a picture whose features are all zero resembles no other picture, and causes no fault', () => {
  const rows = [row('zero', 0, 0), row('same', 1, 0)]
  expect(findAlike(Int8Array.from([1, 0]), rows, 2)[0]?.id).toBe('same')
  expect(findAlike(Int8Array.from([0, 0]), rows, 2)).toHaveLength(2)
})
