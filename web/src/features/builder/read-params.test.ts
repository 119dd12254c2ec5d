import { expect, test } from 'vitest'
import { hasSlider, readParams } from './read-params.ts'

const read = (node: unknown) => readParams({ properties: { a_param: node } })[0]

test.each([
  [{ type: 'string', enum: ['oil', 'brush'], default: 'oil' }, 'choice'],
  [{ enum: [1, 2] }, 'choice'],
  [{ type: 'number', minimum: 0, maximum: 1 }, 'number'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'boolean' }, 'switch'],
  [{ type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }, 'colour'],
  [{ type: 'string', pattern: '^.*$' }, 'text'],
  [{ type: 'string', pattern: '(' }, 'text'],
  [{ type: 'string' }, 'text'],
  [{ type: ['string', 'null'] }, 'text'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number'],
  [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'json'],
  [{ type: 'object' }, 'json'],
  [{ type: 'array' }, 'json'],
  [{}, 'json'],
])('%j is drawn as %s', (node, kind) => {
  expect(read(node)?.kind).toBe(kind)
})

test('a slider needs both ends, near enough', () => {
  const slides = (node: object) => {
    const field = read({ type: 'integer', ...node })
    return field && hasSlider(field)
  }
  expect(slides({ minimum: 1, maximum: 8 })).toBe(true)
  expect(slides({ minimum: 1 })).toBe(false)
  expect(slides({ minimum: 0, maximum: 2_147_483_647 })).toBe(false)
})

test('label, hint, default and whether the param is needed come from the schema', () => {
  const properties = { guidance_scale: { type: 'number', description: 'How close', default: 3 } }
  expect(readParams({ properties, required: ['guidance_scale'] })).toMatchObject([
    { label: 'Guidance scale', hint: 'How close', fallback: 3, required: true },
  ])
  expect(readParams(undefined)).toEqual([])
})
