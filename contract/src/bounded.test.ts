import { expect, test } from 'vitest'
import { z } from 'zod'
import { boundedArray, boundedRecord } from './bounded.ts'

/** Counts how often the schema reads a member. */
function countingMember() {
  const state = { read: 0 }
  const member = z.custom<string>((value) => {
    state.read++
    return typeof value === 'string'
  })
  return { member, state }
}

test.each([
  [
    'a list',
    (member: z.ZodType) => boundedArray(member, { max: 2 }),
    (n: number) => Array(n).fill(1),
  ],
  [
    'a record',
    (member: z.ZodType) => boundedRecord(z.string(), member, { max: 2 }),
    (n: number) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`k${at}`, 1])),
  ],
])('%s with one member too many gives one issue, and no member is read', (_name, bound, make) => {
  const { member, state } = countingMember()
  const schema = z.object({ given: bound(member).optional() })
  const refused = schema.safeParse({ given: make(3) })
  expect(refused.error?.issues).toMatchObject([
    { path: ['given'], message: 'must have at most 2 members, has 3' },
  ])
  expect(state.read).toBe(0)
  expect(schema.safeParse({ given: make(2) }).error?.issues).toHaveLength(2)
  expect(state.read).toBe(2)
  expect(schema.safeParse({}).success).toBe(true)
})

test('the JSON Schema states the bounds; an answer is not checked against them', () => {
  const list = boundedArray(z.string(), { min: 1, max: 2 })
  const record = boundedRecord(z.string().max(3), z.string(), { max: 1 })
  expect(z.toJSONSchema(list, { io: 'input' })).toMatchObject({ minItems: 1, maxItems: 2 })
  expect(z.toJSONSchema(record, { io: 'input' })).toMatchObject({ maxProperties: 1 })
  expect(z.encode(record, { a: 'x', b: 'y' })).toEqual({ a: 'x', b: 'y' })
})
