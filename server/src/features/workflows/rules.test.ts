import { recipeDocument } from '@vignette/contract/recipe-document.ts'
import { describe, expect, test } from 'vitest'
import { hashRecipe } from './read-recipe.ts'
import { parseRecipe } from './rules.ts'
import { fileNamed, filesOf, spreadCopies } from './rules-recipe.ts'
import { catalog, DRAW, FIRST_INPUT, VALID, withInput } from './test-support/recipe-samples.ts'
import { documentOf } from './workflow-source.ts'

/** Each case: the fault, its path and the answer's message. */
const REFUSALS: [name: string, document: object, path: string, message: string][] = [
  [
    'a set whose first file is another step’s',
    { ...VALID, outputs: ['draw', 'film'] },
    'outputs[0]',
    'must be "film", as output says',
  ],
  [
    'a set of a step that is not there',
    { ...VALID, outputs: ['film', 'nowhere'] },
    'outputs[1]',
    'names "nowhere", which is no step',
  ],
  [
    'a set that names a step twice',
    { ...VALID, outputs: ['film', 'film'] },
    'outputs[1]',
    'names "film" twice',
  ],
  [
    'several of a step that is no output',
    { ...VALID, steps: [{ ...DRAW, count: 2 }, ...VALID.steps.slice(1)] },
    'steps[0].count',
    'is only for a step whose product is an output',
  ],
  [
    'several of a step that chance does not decide',
    { ...VALID, steps: [...VALID.steps.slice(0, 2), { ...VALID.steps[2], count: 2 }] },
    'steps[2].count',
    'is only for a step that chance decides; this one makes the same each time',
  ],
  [
    'a set of too many files',
    {
      ...VALID,
      steps: [
        { ...DRAW, count: 15 },
        { ...DRAW, id: 'more', count: 2 },
      ],
      output: 'draw',
      outputs: ['draw', 'more'],
    },
    'outputs',
    'must make at most 16 files; these make 17',
  ],
  [
    'two inputs of one key',
    { ...VALID, inputs: [...(VALID.inputs ?? []), FIRST_INPUT] },
    'inputs[3].key',
    'repeats the name "wish" of inputs[0].key',
  ],
  [
    'a proof of what is free',
    { ...VALID, price: 0, proof: { draws: 1 } },
    'proof',
    'needs a price: a free recipe is delivered whole',
  ],
  [
    'two steps of one id',
    { ...VALID, steps: [...VALID.steps, DRAW] },
    'steps[3].id',
    'repeats the name "draw" of steps[0].id',
  ],
  [
    'a step named as an input',
    { ...VALID, steps: [{ ...DRAW, id: 'wish' }], output: 'wish' },
    'steps[0].id',
    'repeats the name "wish" of inputs[0].key',
  ],
  [
    'a step that waits for itself',
    {
      ...VALID,
      steps: [
        { id: 'a', provider: 'local', function_type: 'restyle', first_image: '{{b}}' },
        { id: 'b', provider: 'local', function_type: 'restyle', first_image: '{{a}}' },
      ],
      output: 'b',
    },
    'steps[0]',
    'waits for itself: a → b → a',
  ],
  [
    'an output that is no step',
    { ...VALID, output: 'photo' },
    'output',
    'names "photo", which is no step',
  ],
  [
    'an output of the wrong kind',
    { ...VALID, output_type: 'png' },
    'output',
    'names "film", which makes a video, but output_type is png',
  ],
  ['a negative price', { ...VALID, price: -1 }, 'price', 'must be whole cents, 0 or more; got -1'],
  [
    'a fractional price',
    { ...VALID, price: 99.5 },
    'price',
    'must be whole cents, 0 or more; got 99.5',
  ],
  [
    'a cost above any price',
    { ...VALID, cost: 3_000_000_000 },
    'cost',
    'must be at most 100000 cents, as no price can be above $1,000.00; got 3000000000',
  ],
  ['a fractional cost', { ...VALID, cost: 0.5 }, 'cost', 'must be whole cents, 0 or more; got 0.5'],
  [
    'a price above $1,000',
    { ...VALID, price: 100_001 },
    'price',
    'must be at most 100000 cents ($1,000.00); got 100001',
  ],
  [
    'a generation time of nothing',
    { ...VALID, generation_time: 0 },
    'generation_time',
    'must be above 0 and at most 30 minutes (1800000 ms)',
  ],
  [
    'a generation time beyond the limit',
    { ...VALID, generation_time: 1_800_001 },
    'generation_time',
    'must be above 0 and at most 30 minutes (1800000 ms)',
  ],
  [
    'a key that is no identifier',
    withInput({ key: '1st wish' }),
    'inputs[0].key',
    'must be an identifier (letters, digits, _ and -, not beginning with a digit); got "1st wish"',
  ],
  [
    'a key that every object has',
    withInput({ key: 'constructor' }),
    'inputs[0].key',
    'may not be the reserved word "constructor"',
  ],
  [
    'a step id that is no identifier',
    { ...VALID, steps: [{ ...DRAW, id: 'a b' }], output: 'a b' },
    'steps[0].id',
    'must be an identifier; got "a b"',
  ],
  [
    'a select without options',
    withInput({ type: 'select' }),
    'inputs[0].options',
    'must list at least one option',
  ],
  [
    'an option listed twice',
    withInput({ options: ['a', 'a'] }),
    'inputs[0].options',
    'lists a value twice',
  ],
  [
    'a broken pattern',
    withInput({ pattern: '(' }),
    'inputs[0].pattern',
    'is no valid regular expression',
  ],
  [
    'a minimum above the maximum',
    withInput({ type: 'number', min: 5, max: 4 }),
    'inputs[0].min',
    'is above max (5 > 4)',
  ],
  [
    'ideas for a choice',
    withInput({ type: 'select', options: ['a'], ideas: ['a'] }),
    'inputs[0].ideas',
    'are for typed inputs alone',
  ],
  [
    'an idea that is longer than its input',
    withInput({ max_length: 3, ideas: ['fox', ' hens '] }),
    'inputs[0].ideas',
    'hold "hens", which the input refuses: Maximum 3 characters allowed',
  ],
  [
    'an idea of words for a number',
    withInput({ type: 'number', ideas: ['7', 'many'] }),
    'inputs[0].ideas',
    'hold "many", which the input refuses: Must be a valid number',
  ],
  ['a date of words', withInput({ look: 'date' }), 'inputs[0].look', 'is for numbers alone'],
  [
    'a slider without an end',
    withInput({ type: 'number', look: 'slider', min: 3, value: 4 }),
    'inputs[0].max',
    'is needed by a slider',
  ],
  [
    'a slider that stands nowhere',
    withInput({ type: 'number', look: 'slider', min: 3, max: 9 }),
    'inputs[0].value',
    'is needed by a slider',
  ],
  [
    'a slider that stands outside',
    withInput({ type: 'number', look: 'slider', min: 3, max: 9, value: 12 }),
    'inputs[0].value',
    'is refused: Maximum value is 9',
  ],
  [
    'a slider without a way',
    withInput({ type: 'number', look: 'slider', min: 3, max: 3, value: 3 }),
    'inputs[0].max',
    'must be above min for a slider',
  ],
  [
    'a date from no day on',
    withInput({ type: 'number', look: 'date', min: 1 }),
    'inputs[0].min',
    'must be a day such as 20190614',
  ],
  [
    'a date before the first',
    withInput({ type: 'number', look: 'date', min: 19000101, value: 18991231 }),
    'inputs[0].value',
    'is refused: Minimum value is January 1, 1900',
  ],
  [
    'one idea twice',
    withInput({ ideas: ['a fox', 'a fox '] }),
    'inputs[0].ideas',
    'list a text twice',
  ],
]

describe('a recipe document', () => {
  test('that keeps every rule is accepted', () => {
    expect(parseRecipe(recipeDocument.parse(VALID), catalog)).toMatchObject({
      ok: true,
      recipe: { outputKind: 'video', output: 'film' },
    })
  })

  test('keeps its ideas without outer spaces and empty lines', () => {
    const ideas = [' a fox', '', 'a hen ', ' ']
    const parsed = parseRecipe(recipeDocument.parse(withInput({ ideas })), catalog)
    expect(parsed).toMatchObject({ recipe: { inputs: [{ ideas: ['a fox', 'a hen'] }, {}, {}] } })
    const none = parseRecipe(recipeDocument.parse(withInput({ ideas: [''] })), catalog)
    expect(none.ok && none.recipe.inputs[0]).not.toHaveProperty('ideas')
  })

  test('keeps how a number is asked for, and says nothing where its creator did not', () => {
    const given = { type: 'number', min: 19000101, max: 20301231 }
    const [date, number] = [{ ...given, look: 'date' }, given].map((input) => {
      const parsed = parseRecipe(recipeDocument.parse(withInput(input)), catalog)
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
      return parsed.recipe
    })
    expect(date && documentOf(date, 'me').inputs?.[0]).toMatchObject({ look: 'date' })
    expect(number?.inputs[0]).not.toHaveProperty('look')
    expect(number && documentOf(number, 'me').inputs?.[0]).not.toHaveProperty('look')
  })

  test('keeps the tests that passed before it had ideas', () => {
    const hashOf = (document: object) => {
      const parsed = parseRecipe(recipeDocument.parse(document), catalog)
      return parsed.ok && hashRecipe(parsed.recipe)
    }
    expect(hashOf(withInput({ ideas: ['a fox'] }))).toBe(hashOf(VALID))
    expect(hashOf(withInput({ max_length: 9 }))).not.toBe(hashOf(VALID))
  })

  test('of a set runs a step for each file, and is written again as it was', () => {
    const drawings = { ...DRAW, count: 3 }
    const set = { ...VALID, steps: [drawings, ...VALID.steps.slice(1)], outputs: ['film', 'draw'] }
    const [parsed, single] = [set, VALID].map((one) =>
      parseRecipe(recipeDocument.parse(one), catalog),
    )
    if (!parsed?.ok || !single?.ok) throw new Error('a valid document has faults')
    const { steps, outputs } = spreadCopies(parsed.recipe)
    expect(steps.map(({ id }) => id)).toEqual(['draw', 'draw#2', 'draw#3', 'paint', 'film'])
    expect(outputs).toEqual(['film', 'draw', 'draw#2', 'draw#3'])
    expect(filesOf(parsed.recipe)).toBe(4)
    const written = documentOf(parsed.recipe, 'me')
    expect(parseRecipe(written, catalog)).toEqual({ ok: true, recipe: parsed.recipe })
    expect(hashRecipe(parsed.recipe)).not.toBe(hashRecipe(single.recipe))
    expect(spreadCopies(single.recipe)).toBe(single.recipe)
  })

  test('with an input of several files makes a step for each, and a step for films gets them all', () => {
    const several = {
      ...VALID,
      inputs: [
        { key: 'photos', type: 'image', max_files: 3, min_files: 2 },
        { key: 'clip', type: 'video' },
      ],
      steps: [
        { ...VALID.steps[1], id: 'paint', prompt: 'In oil', first_image: '{{photos}}' },
        { id: 'film', provider: 'local', function_type: 'animate', first_image: '{{paint}}' },
        { id: 'join', provider: 'local', function_type: 'join', videos: ['{{film}}', '{{clip}}'] },
      ],
      output: 'join',
      outputs: ['join', 'paint'],
    }
    const parsed = parseRecipe(recipeDocument.parse(several), catalog)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
    expect(filesOf(parsed.recipe)).toBe(4)
    const given = { photos: ['a', 'b'].map((id) => ({ id })), clip: { id: 'c' } }
    const { steps, outputs } = spreadCopies(parsed.recipe, given)
    expect(steps.map(({ id, firstImage, videos }) => [id, firstImage ?? videos])).toEqual([
      ['paint', 'photos'],
      ['paint#2', 'photos#2'],
      ['film', 'paint'],
      ['film#2', 'paint#2'],
      ['join', ['film', 'film#2', 'clip']],
    ])
    expect(outputs).toEqual(['join', 'paint', 'paint#2'])
    expect(fileNamed(given, 'photos#2')).toBe('b')
    const written = documentOf(parsed.recipe, 'me')
    expect(parseRecipe(written, catalog)).toEqual({ ok: true, recipe: parsed.recipe })
    const refused = (change: object) => {
      const read = parseRecipe(recipeDocument.parse({ ...several, ...change }), catalog)
      return read.ok ? [] : read.faults.map(({ path, message }) => `${path} ${message}`)
    }
    expect(
      refused({
        outputs: ['join', 'paint', 'film'],
        inputs: [{ ...several.inputs[0], max_files: 10 }, several.inputs[1]],
      }),
    ).toEqual([
      'steps[2].videos must name 2 to 4 videos for join; got 3 to 11',
      'outputs must make at most 16 files; these make 21',
    ])
    expect(
      refused({
        inputs: [
          { key: 'photos', type: 'image', max_files: 2, min_files: 3 },
          { key: 'clip', type: 'audio', max_files: 2 },
        ],
      }),
    ).toEqual(
      expect.arrayContaining([
        'inputs[0].min_files is above max_files (3 > 2)',
        'inputs[1].max_files is for images and videos alone',
      ]),
    )
  })

  test.each(REFUSALS)('with %s is refused', (_name, document, path, message) => {
    const parsed = parseRecipe(recipeDocument.parse(document), catalog)
    expect(parsed.ok ? [] : parsed.faults).toContainEqual({ path, message })
  })
})
