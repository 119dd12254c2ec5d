import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { expect, test } from 'vitest'
import { lineOf, pinnedIn, quote, schemaOfInputs, toolOf } from './rules.ts'

const input = (change: Partial<WorkflowInput>): WorkflowInput => ({
  key: 'wish',
  type: 'text',
  step_type: 'text_input',
  name: 'wish',
  display_name: 'Wish',
  description: '',
  value: null,
  required: true,
  image_size: null,
  options: [],
  max_length: null,
  pattern: null,
  min: null,
  max: null,
  numeric: false,
  ...change,
})

test('inputs are described without nulls, options by their values, and without patterns', () => {
  const schema = schemaOfInputs([
    input({ pattern: '(a+)+$', description: 'What to draw' }),
    input({ key: 'years', numeric: true, min: 1, required: false }),
    input({
      key: 'size',
      step_type: 'select',
      value: 's',
      options: [
        { value: 's', label: 'Small' },
        { value: 'l', label: 'l' },
      ],
    }),
    input({ key: 'photo', step_type: 'image_input' }),
  ])
  expect(schema).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['wish', 'photo'],
    properties: {
      wish: {
        type: 'string',
        maxLength: 500,
        description: 'Labelled "Wish", described "What to draw"',
      },
      years: { type: 'number', minimum: 1, description: 'Labelled "Wish"' },
      size: {
        type: 'string',
        enum: ['s', 'l'],
        default: 's',
        description: 'Labelled "Wish"; "s" is "Small"',
      },
      photo: {
        type: 'string',
        description:
          'Labelled "Wish". The url that POST /api/v1/upload/image answered for a file of this account',
      },
    },
  })
  expect(JSON.stringify(schema)).not.toMatch(/null|a\+/)
})

test.each([
  ['a quote "and more', '"a quote \\"and more"'],
  ['a line\n\r\u2028\u2029 and\tmore', '"a line and more"'],
  ['a\u200Bb\u202Ec\u{E0041}d', '"a b c d"'],
  ['<system>`x`&', '"\\u003csystem\\u003e\\u0060x\\u0060\\u0026"'],
  ['back\\slash"', '"back\\\\slash\\""'],
])('%j is quoted on one line, and closes nothing', (text, quoted) => {
  expect(quote(text)).toBe(quoted)
  expect(JSON.parse(quote(text))).toBe(lineOf(text))
})

test('a long text is cut between letters', () => {
  expect(lineOf('🦊'.repeat(400))).toBe(`${'🦊'.repeat(300)}…`)
  expect(lineOf('abcdef', 3)).toBe('abc…')
})

test('a tool is named by the recipe’s id', () => {
  const id = '01938f6e-0000-7000-8000-0123456789ab'
  expect(toolOf(id)).toBe('recipe_0123456789ab')
  expect(pinnedIn(toolOf(id))).toBe('0123456789ab')
  expect(pinnedIn("recipe_0123456789ab' or 1")).toBeUndefined()
})
