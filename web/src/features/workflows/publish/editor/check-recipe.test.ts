import { jsonLanguage } from '@codemirror/lang-json'
import { CARD_FEE, type PriceRules } from '@vignette/contract/price-floor.ts'
import { describe, expect, test } from 'vitest'
import { formatJsonPath, parseJsonPath } from '../../../../lib/json-path.ts'
import { findJsonPlace } from '../find-json-place.ts'
import { formatJson } from '../format-json.ts'
import { checkRecipe } from './check-recipe.ts'
import { schemaAt } from './schema-node.ts'

const good = {
  name: 'Poster',
  user_id: 'anon_1',
  price: 300,
  cost: 0,
  generation_time: 4000,
  inputs: [{ key: 'words', type: 'text', options: ['a', { value: 'b', label: 'B' }] }],
  steps: [
    { id: 'draw', function_type: 'text_to_image', provider: 'local', prompt: '{{words}}' },
    { id: 'move', function_type: 'x', provider: 'local', first_image: '{{ draw }}' },
  ],
  output: 'move',
}

describe('faults found while typing', () => {
  test('leave out the fields of a draft that the server fills in', () => {
    const { name, price, inputs, steps, output } = good
    const draft = { name, price, inputs, steps, output }
    expect(checkRecipe(draft, { isDraft: true })).toEqual([])
    expect(checkRecipe({ ...draft, cost: 'much' }, { isDraft: true })).toHaveLength(1)
    expect(checkRecipe(draft)).toHaveLength(2)
  })

  test('tell the lowest price with the highest tax where prices include tax', () => {
    const prices: PriceRules = { fee: CARD_FEE, taxPercent: 27, floor: 'refuse' }
    const message = 'must be 0 (free) or $1.50 to $1,000.00, in cents'
    expect(checkRecipe({ ...good, price: 149 }, { prices })).toEqual([{ path: 'price', message }])
    expect(checkRecipe({ ...good, price: 150 }, { prices })).toEqual([])
  })

  test('go down to what a card is charged at least where the price floor only warns', () => {
    const prices: PriceRules = { fee: CARD_FEE, taxPercent: 0, floor: 'warn' }
    const message = 'must be 0 (free) or $0.50 to $1,000.00, in cents'
    expect(checkRecipe({ ...good, price: 49 }, { prices })).toEqual([{ path: 'price', message }])
    expect(checkRecipe({ ...good, price: 50 }, { prices })).toEqual([])
  })

  test('are empty for a valid recipe', () => {
    expect(checkRecipe(good)).toEqual([])
  })

  test.each([
    [{ name: 3 }, 'name', 'must be a text'],
    [{ name: '  ' }, 'name', 'must not be empty'],
    [{ name: 'x'.repeat(121) }, 'name', 'must be at most 120 characters, is 121'],
    [{ price: '3' }, 'price', 'must be a number'],
    [{ price: 110 }, 'price', 'must be 0 (free) or $1.11 to $1,000.00, in cents'],
    [{ price: 125, cost: 4 }, 'price', 'must be 0 (free) or $1.26 to $1,000.00, in cents'],
    [{ cost: 40_000 }, 'cost', 'is more than the platform’s share of any price covers'],
    [{ price: 100_001 }, 'price', 'must be 0 (free) or $1.11 to $1,000.00, in cents'],
    [{ price: -1 }, 'price', 'must be whole cents, not negative'],
    [{ cost: 0.5 }, 'cost', 'must be whole cents, not negative'],
    [{ license: 'mine' }, 'license', 'must be one of personal, commercial, cc-by'],
    [{ schema: 2 }, 'schema', 'must be 1'],
    [{ steps: [] }, 'steps', 'must have at least 1 entry'],
    [{ steps: {} }, 'steps', 'must be a list'],
    [{ output: 'gone' }, 'output', 'names "gone", which is no step'],
    [{ inputs: [{ key: 'draw', type: 'text' }] }, 'steps[0].id', '"draw" is already used'],
    [{ inputs: [{ key: 'words' }] }, 'inputs[0].type', 'is missing'],
    [
      { inputs: [{ key: 'words', type: 'image', image_size: 'big' }] },
      'inputs[0].image_size',
      'must look like 1024x768',
    ],
    [
      { inputs: [{ key: 'words', type: 'text', options: [3] }] },
      'inputs[0].options[0]',
      'must be a text or an object',
    ],
    [
      { inputs: [{ key: 'words', type: 'text', max_length: 0 }] },
      'inputs[0].max_length',
      'must be at least 1',
    ],
  ])('%j', (change, path, message) => {
    expect(checkRecipe({ ...good, ...change })).toContainEqual({ path, message })
  })

  test('include a reference to an unknown name, at its place', () => {
    const steps = [
      good.steps[0],
      good.steps[1],
      { ...good.steps[1], id: 'c', first_image: '{{ghost}}' },
    ]
    expect(checkRecipe({ ...good, steps })).toContainEqual({
      path: 'steps[2].first_image',
      message: 'refers to "ghost", which is no input and no step',
    })
  })

  test.each([
    ['{{ghost cat}}', 'contains "{{ghost cat}}", which is no {{name}} of an input or step'],
    ['{{ghost}}', 'refers to "ghost", which is no input and no step'],
  ])('a param that names %s is a fault at its place', (words, message) => {
    const steps = [{ ...good.steps[0], params: { texts: [{ words }] } }, good.steps[1]]
    expect(checkRecipe({ ...good, steps })).toEqual([{ path: 'steps[0].params.texts', message }])
  })

  test('ignore the missing key of an input with a name', () => {
    expect(checkRecipe({ ...good, inputs: [{ name: 'Words', type: 'text' }] })).toEqual([])
  })

  test('name every missing required field', () => {
    expect(checkRecipe({})).toEqual(
      ['name', 'price', 'cost', 'generation_time', 'steps', 'output'].map((path) => ({
        path,
        message: 'is missing',
      })),
    )
  })

  test.each([[null], [3], ['text'], [[]]])('%j is no recipe', (value) => {
    expect(checkRecipe(value)).toEqual([{ path: '', message: 'must be an object' }])
  })
})

test.each([
  ['steps[2].first_image', ['steps', 2, 'first_image']],
  ['inputs[0].options[11].label', ['inputs', 0, 'options', 11, 'label']],
  ['name', ['name']],
  ['', []],
])('the path %j is parsed', (text, parts) => {
  expect(parseJsonPath(text)).toEqual(parts)
  expect(formatJsonPath(parts)).toBe(text)
})

test('the schema is found below lists and alternatives', () => {
  expect(schemaAt(['license'])?.enum).toContain('cc-by')
  expect(schemaAt(['inputs', 3, 'options', 0, 'label'])?.maxLength).toBe(200)
  expect(schemaAt(['steps', 0, 'nothing'])).toBeUndefined()
})

describe('the place of a fault', () => {
  const text = JSON.stringify(good, null, 2)
  const tree = jsonLanguage.parser.parse(text)
  test.each([
    ['name', '"Poster"'],
    ['price', '300'],
    ['steps[1].first_image', '"{{ draw }}"'],
    ['steps[1]', '{'],
    ['steps', '"steps"'],
    ['steps[1].videos[4]', '{'],
    ['steps[9].id', '"steps"'],
    ['ghost', '{'],
    ['', '{'],
  ])('%s is marked at %s', (path, marked) => {
    const place = findJsonPlace(tree, text, parseJsonPath(path))
    expect(text.slice(place.from, place.to)).toBe(marked)
  })

  test('is found in invalid and empty text too', () => {
    const broken = '{"name": "a", "steps": [{"id": '
    const place = findJsonPlace(jsonLanguage.parser.parse(broken), broken, ['name'])
    expect(broken.slice(place.from, place.to)).toBe('"a"')
    expect(findJsonPlace(jsonLanguage.parser.parse(''), '', ['name'])).toEqual({ from: 0, to: 0 })
  })
})

describe('Format JSON', () => {
  test('indents by two', () => {
    expect(formatJson('{"a":[1]}')).toEqual({ ok: true, text: '{\n  "a": [\n    1\n  ]\n}' })
  })
  test('shows Invalid JSON - cannot format', () => {
    expect(formatJson('{')).toEqual({ ok: false, message: 'Invalid JSON - cannot format' })
  })
})
