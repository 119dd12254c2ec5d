import { expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from './ids.ts'

test('is a UUID of version 7 that begins with its time', () => {
  const id = newId(0x0192_8a5f_0000)
  expect(z.uuidv7().safeParse(id).success).toBe(true)
})

test('rises strictly, also within a millisecond and when the clock steps back', () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => newId(2_000_000_000_000 - (at % 3)))
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})
