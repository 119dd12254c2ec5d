import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLines, compareWords } from './compare-parts.ts'
import { compareRecipes } from './compare-recipes.ts'

const BEFORE = {
  name: 'Neon',
  description: 'A calm landscape.',
  user_id: 'a',
  price: 300,
  cost: 0,
  generation_time: 4000,
  license: 'commercial',
  inputs: [
    { key: 'photo', type: 'image', display_name: 'Photo' },
    { key: 'look', type: 'text', display_name: 'Look', options: ['ink', 'chalk'] },
    { key: 'scene', type: 'text', display_name: 'Scene', max_length: 100 },
  ],
  steps: [
    {
      id: 'paint',
      function_type: 'image_to_image',
      provider: 'local',
      prompt: 'a {{scene}} in {{look}}',
      first_image: '{{photo}}',
      params: { strength: 0.5 },
    },
    {
      id: 'film',
      function_type: 'image_to_video',
      provider: 'local',
      first_image: 'paint',
      params: { duration: 3, graph: { '1': { class_type: 'KSampler' } } },
    },
  ],
  output: 'film',
}

const sentences = (after: object, before: object = BEFORE) =>
  compareRecipes({ ...before }, { ...after }).flatMap(({ title, changes }) =>
    changes.map(({ sentence }) => `${title} | ${sentence}`),
  )
const [photo, look, scene] = BEFORE.inputs
const [paint, film] = BEFORE.steps

test('category and tags are told in words', () => {
  const after = { ...BEFORE, category: 'gifts', tags: ['neon', ' night'] }
  expect(sentences(after)).toEqual([
    'Listing | Category none → Gifts',
    'Listing | Tags none → neon, night',
  ])
  expect(sentences({ ...after, tags: [] }, after)).toEqual(['Listing | Tags neon, night → none'])
  expect(sentences({ ...after, category: 'cars' }, after)).toEqual([
    'Listing | Category Gifts → Cars',
  ])
})

test('price, licence, time and description are told in words', () => {
  const after = {
    ...BEFORE,
    user_id: 'b',
    price: 450,
    license: 'personal',
    generation_time: 65_000,
    description: 'A wild landscape.',
    'x-mine': 1,
  }
  expect(compareRecipes(BEFORE, after)).toEqual([
    {
      title: 'Listing',
      changes: [
        {
          sentence: 'Description',
          runs: [
            { is: 'kept', text: 'A ' },
            { is: 'removed', text: 'calm' },
            { is: 'added', text: 'wild' },
            { is: 'kept', text: ' landscape.' },
          ],
        },
      ],
    },
    {
      title: 'Price',
      changes: [
        { sentence: 'Price $3.00 → $4.50' },
        { sentence: 'Licence Commercial → Personal' },
        { sentence: 'Time ~4s → ~1m 5s' },
      ],
    },
    { title: 'Other', changes: [{ sentence: 'x-mine none → 1' }] },
  ])
  expect(sentences({ ...BEFORE, cost: undefined, generation_time: undefined })).toEqual([
    'Price | Cost of a remix, at most $0.00 → as estimated',
    'Price | Time ~4s → as measured in tests',
  ])
  expect(sentences({ ...BEFORE, license: undefined })).toEqual([
    'Price | Licence Commercial → Personal',
  ])
  expect(sentences({ ...BEFORE, proof: { draws: 3 } })).toEqual([
    'Price | Proof first none → 3 proofs',
  ])
  expect(sentences({ ...BEFORE, price: 0 })).toEqual(['Price | Price $3.00 → Free'])
})

test('inputs are told by their labels', () => {
  const inputs = [
    { ...look, options: ['ink', { value: 'oil', label: 'Oil' }, 'chalk'] },
    { ...scene, max_length: 80, required: false, description: 'Where' },
    { key: 'voice', type: 'audio' },
  ]
  expect(sentences({ ...BEFORE, inputs })).toEqual([
    'Inputs | Input "Photo" removed',
    'Inputs | Input "voice" added',
    'Inputs | Input "Look" gained Oil',
    'Inputs | Input "Scene": help',
    'Inputs | Input "Scene": most characters 100 → 80',
    'Inputs | Input "Scene" may be left out now',
  ])
  const swapped = [photo, scene, { ...look, options: ['chalk', { value: 'ink', label: 'Ink' }] }]
  expect(sentences({ ...BEFORE, inputs: swapped })).toEqual([
    'Inputs | Input "Look": option ink → Ink',
    'Inputs | Input "Look": options in another order',
    'Inputs | Inputs in another order',
  ])
})

test('a date is told in words, and how a number is asked for', () => {
  const day = { key: 'day', type: 'number', min: 19000101 }
  const before = { ...BEFORE, inputs: [day] }
  const asDate = { ...day, look: 'date' }
  expect(compareRecipes(before, { ...before, inputs: [{ ...day, look: 'slider' }] })).toEqual([
    { title: 'Inputs', changes: [{ sentence: 'Input "day": look number → slider' }] },
  ])
  expect(
    compareRecipes(
      { ...before, inputs: [asDate] },
      { ...before, inputs: [{ ...asDate, min: 19500101, value: 20190614 }] },
    ),
  ).toEqual([
    {
      title: 'Inputs',
      changes: [
        { sentence: 'Input "day": lowest January 1, 1900 → January 1, 1950' },
        { sentence: 'Input "day": default none → June 14, 2019' },
      ],
    },
  ])
})

test('the default of a choice is told by its label', () => {
  const options = [{ value: '16:9', label: 'Wide screen' }, 'chalk']
  const before = { ...BEFORE, inputs: [photo, { ...look, options, value: 'chalk' }, scene] }
  const inputs = [photo, { ...look, options, value: '16:9' }, scene]
  expect(sentences({ ...BEFORE, inputs }, before)).toEqual([
    'Inputs | Input "Look": default chalk → Wide screen',
  ])
  const free = [photo, { ...look, options }, { ...scene, value: 'a hill' }]
  expect(sentences({ ...BEFORE, inputs: free }, { ...BEFORE, inputs })).toEqual([
    'Inputs | Input "Look": default Wide screen → none',
    'Inputs | Input "Scene": default none → a hill',
  ])
})

test('steps are told by their ids', () => {
  const steps = [
    { ...paint, prompt: 'a {{scene}} in oil', params: { strength: 0.7 } },
    { ...film, first_image: '{{ photo }}', videos: ['{{a}}', 'b'], params: { duration: 4 } },
    { id: 'more', function_type: 'x', provider: 'local' },
  ]
  expect(sentences({ ...BEFORE, steps, output: 'more' })).toEqual([
    'Steps | Step more added',
    'Steps | Prompt of paint',
    'Steps | Step paint: strength 0.5 → 0.7',
    'Steps | Step film: first picture paint → photo',
    'Steps | Step film: films none → a, b',
    'Steps | Step film: duration 3 → 4',
    'Steps | Step film: graph {"1":{"class_type":"KSampler"}} → none',
    'Result | Result film → more',
  ])
})

test('a renamed input or step is told once, and not at each reference', () => {
  const after = JSON.parse(
    JSON.stringify(BEFORE)
      .replaceAll('"look"', '"style"')
      .replaceAll('{{look}}', '{{style}}')
      .replaceAll('"paint"', '"draw"')
      .replaceAll('"film"', '"move"'),
  ) as object
  expect(sentences(after)).toEqual([
    'Inputs | Input "Look": key look → style',
    'Steps | Step draw: name paint → draw',
    'Steps | Step move: name film → move',
  ])
})

test('documents that mean the same have no differences', () => {
  const [first, second] = BEFORE.steps
  const after = {
    ...BEFORE,
    schema: 1,
    sample_creation_url: null,
    inputs: BEFORE.inputs.map((input) => ({ ...input, required: true })),
    steps: [
      { ...first, first_image: ' photo' },
      { ...second, first_image: '{{ paint }}' },
    ],
  }
  expect(sentences(after)).toEqual([])
})

const parts = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '{{a}}', '.'), { maxLength: 30 })
const text = parts.map((list) => list.join(''))

test('the kept and removed runs are the first text, the kept and added runs the second', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      for (const [compare, between] of [
        [compareLines, '\n'],
        [compareWords, ''],
      ] as const) {
        const runs = compare(before, after)
        const side = (is: string) => runs.filter((run) => run.is === 'kept' || run.is === is)
        expect(
          side('removed')
            .map((run) => run.text)
            .join(between),
        ).toBe(before)
        expect(
          side('added')
            .map((run) => run.text)
            .join(between),
        ).toBe(after)
      }
    }),
  )
})

test('unchanged lines stay between changed lines', () => {
  expect(
    compareLines('a\nb\nc\nd\ne', 'a\nB\nc\nD\ne').map(({ is, text: line }) => `${is} ${line}`),
  ).toEqual(['kept a', 'removed b', 'added B', 'kept c', 'removed d', 'added D', 'kept e'])
})

test('texts of many lines that differ everywhere are compared at once', () => {
  const lines = (mark: string) => Array.from({ length: 20_000 }, (_, at) => mark + at).join('\n')
  expect(compareLines(lines('a'), lines('b'))).toHaveLength(40_000)
})

const value: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 2 })
const document = fc.record({
  inputs: value,
  steps: value,
  price: value,
  license: value,
  name: value,
  'x-mine': value,
})

test('any two documents can be compared, and a document does not differ from itself', () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      expect(compareRecipes(before, before)).toEqual([])
      for (const group of compareRecipes(before, after)) expect(group.changes).not.toEqual([])
    }),
    { numRuns: 500 },
  )
})
