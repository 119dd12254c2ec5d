import { expect, test } from 'vitest'
import { INPUT_TYPES, stepTypeOf, WRITTEN_TYPES } from './input-types.ts'

test('a creator can write an input of each type', () => {
  const written = WRITTEN_TYPES.flatMap((type) => [
    stepTypeOf({ type }),
    stepTypeOf({ type, options: ['oil'] }),
    stepTypeOf({ type, multiline: true }),
  ])
  expect([...new Set(written)].toSorted()).toEqual(Object.keys(INPUT_TYPES).toSorted())
})
