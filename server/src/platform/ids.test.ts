import { expect, test } from 'vitest'
import { z } from 'zod'
import { firstIdAt, newId } from './ids.ts'

test('an id is a UUID of version 7 that begins with its time', () => {
  const id = newId(0x0192_8a5f_0000)
  expect(z.uuidv7().safeParse(id).success).toBe(true)
})

test('ids rise strictly, also within a millisecond and when the clock steps back', () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => newId(2_000_000_000_000 - (at % 3)))
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

test('the first id of a time is below all ids of that time and above all earlier ids', () => {
  const now = Date.UTC(2100, 0, 1)
  const before = newId(now - 1)
  const after = newId(now)
  expect([firstIdAt(now), after, before].toSorted()).toEqual([before, firstIdAt(now), after])
})
