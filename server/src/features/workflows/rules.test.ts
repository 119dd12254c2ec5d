import { recipeDocument } from '@vignette/contract/workflows.ts'
import { describe, expect, test } from 'vitest'
import { parseRecipe } from './rules.ts'
import { catalog, DRAW, VALID } from './test-support/recipe-samples.ts'

type Change = Record<string, unknown>

const FIRST_INPUT = { key: 'wish', type: 'text' }

function step(change: Change) {
  return { ...VALID, steps: [{ ...DRAW, ...change }], output: 'draw' }
}

function animate(change: Change) {
  const film = { id: 'film', provider: 'local', function_type: 'animate', first_image: '{{draw}}' }
  return { ...VALID, steps: [DRAW, { ...film, ...change }], output: 'film' }
}

function join(videos: string[]) {
  const film = { provider: 'local', function_type: 'animate', first_image: '{{draw}}' }
  const steps = [
    DRAW,
    { ...film, id: 'one' },
    { ...film, id: 'two' },
    { id: 'both', provider: 'local', function_type: 'join', videos },
  ]
  return { ...VALID, steps, output: 'both' }
}

function input(change: Change) {
  return { ...VALID, inputs: [{ ...FIRST_INPUT, ...change }, ...(VALID.inputs ?? []).slice(1)] }
}

/** What is wrong, where it is, and what the answer says of it. */
const REFUSALS: [name: string, document: object, path: string, message: string][] = [
  [
    'two inputs of one key',
    { ...VALID, inputs: [...(VALID.inputs ?? []), FIRST_INPUT] },
    'inputs[3].key',
    'inputs[3].key repeats the name "wish" of inputs[0].key',
  ],
  [
    'two steps of one id',
    { ...VALID, steps: [...VALID.steps, DRAW] },
    'steps[3].id',
    'steps[3].id repeats the name "draw" of steps[0].id',
  ],
  [
    'a step named as an input',
    { ...VALID, steps: [{ ...DRAW, id: 'wish' }], output: 'wish' },
    'steps[0].id',
    'steps[0].id repeats the name "wish" of inputs[0].key',
  ],
  [
    'an unknown name in a prompt',
    step({ prompt: 'A {{ghost}}' }),
    'steps[0].prompt',
    'steps[0].prompt refers to "ghost", which is no input and no step',
  ],
  [
    'an unknown name in params',
    step({ params: { text: ['{{ghost}}'] } }),
    'steps[0].params',
    'steps[0].params refers to "ghost", which is no input and no step',
  ],
  [
    'a reference that could name nothing',
    step({ prompt: 'A {{my wish}}' }),
    'steps[0].prompt',
    'steps[0].prompt contains "{{my wish}}", which is no {{name}} of an input or step',
  ],
  [
    'an unknown first image',
    animate({ first_image: '{{ghost}}' }),
    'steps[1].first_image',
    'steps[1].first_image refers to "ghost", which is no input and no step',
  ],
  [
    'an unknown last image',
    animate({ last_image: 'ghost' }),
    'steps[1].last_image',
    'steps[1].last_image refers to "ghost", which is no input and no step',
  ],
  [
    'an unknown video',
    join(['{{one}}', '{{ghost}}']),
    'steps[3].videos[1]',
    'steps[3].videos[1] refers to "ghost", which is no input and no step',
  ],
  [
    'a text where a picture is needed',
    animate({ first_image: '{{wish}}' }),
    'steps[1].first_image',
    'steps[1].first_image refers to "wish", which is text, but a picture is needed',
  ],
  [
    'a picture where a video is needed',
    join(['{{one}}', '{{draw}}']),
    'steps[3].videos[1]',
    'steps[3].videos[1] refers to "draw", which is a picture, but a video is needed',
  ],
  [
    'a picture in a prompt',
    step({ prompt: 'Like {{photo}}' }),
    'steps[0].prompt',
    'steps[0].prompt refers to "photo", which is a picture, but text is needed',
  ],
  [
    'an optional picture where one is needed',
    animate({ first_image: '{{maybe}}' }),
    'steps[1].first_image',
    'steps[1].first_image refers to "maybe", which may be left out, but this step cannot do without it',
  ],
  [
    'too few videos',
    join(['{{one}}']),
    'steps[3].videos',
    'steps[3].videos must name 2 to 4 videos for join; got 1',
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
    'steps[0] waits for itself: a → b → a',
  ],
  [
    'an unknown provider',
    step({ provider: 'nowhere' }),
    'steps[0].provider',
    'steps[0].provider names "nowhere", which is no provider here',
  ],
  [
    'an unknown function',
    step({ function_type: 'sing' }),
    'steps[0].function_type',
    'steps[0].function_type names "sing", which local does not offer (it offers draw, restyle, animate, join, imagine)',
  ],
  [
    'params that the function does not take',
    step({ params: { bad: 1 } }),
    'steps[0].params',
    'steps[0].params has a fault at .bad: is not known',
  ],
  [
    'a missing prompt',
    step({ prompt: ' ' }),
    'steps[0].prompt',
    'steps[0].prompt is required for draw',
  ],
  [
    'a picture that is not used',
    step({ first_image: '{{photo}}' }),
    'steps[0].first_image',
    'steps[0].first_image is not used by draw',
  ],
  [
    'a missing model',
    step({ function_type: 'imagine' }),
    'steps[0].model',
    'steps[0].model is required for imagine',
  ],
  [
    'an output that is no step',
    { ...VALID, output: 'photo' },
    'output',
    'output names "photo", which is no step',
  ],
  [
    'an output of the wrong kind',
    { ...VALID, output_type: 'png' },
    'output',
    'output names "film", which makes a video, but output_type is png',
  ],
  [
    'a negative price',
    { ...VALID, price: -1 },
    'price',
    'price must be whole cents, 0 or more; got -1',
  ],
  [
    'a fractional price',
    { ...VALID, price: 99.5 },
    'price',
    'price must be whole cents, 0 or more; got 99.5',
  ],
  [
    'a cost above any price',
    { ...VALID, cost: 3_000_000_000 },
    'cost',
    'cost must be at most 100000 cents, as no price can be above $1,000.00; got 3000000000',
  ],
  [
    'a fractional cost',
    { ...VALID, cost: 0.5 },
    'cost',
    'cost must be whole cents, 0 or more; got 0.5',
  ],
  [
    'a price below 50 cents',
    { ...VALID, price: 49 },
    'price',
    'price must be 0 or from 50 to 100000 cents ($0.50 to $1,000.00); got 49',
  ],
  [
    'a price above $1,000',
    { ...VALID, price: 100_001 },
    'price',
    'price must be 0 or from 50 to 100000 cents ($0.50 to $1,000.00); got 100001',
  ],
  [
    'a generation time of nothing',
    { ...VALID, generation_time: 0 },
    'generation_time',
    'generation_time must be above 0 and at most 30 minutes (1800000 ms)',
  ],
  [
    'a generation time beyond the limit',
    { ...VALID, generation_time: 1_800_001 },
    'generation_time',
    'generation_time must be above 0 and at most 30 minutes (1800000 ms)',
  ],
  [
    'a key that is no identifier',
    input({ key: '1st wish' }),
    'inputs[0].key',
    'inputs[0].key must be an identifier (letters, digits, _ and -, not beginning with a digit); got "1st wish"',
  ],
  [
    'a key that every object has',
    input({ key: 'constructor' }),
    'inputs[0].key',
    'inputs[0].key may not be the reserved word "constructor"',
  ],
  [
    'a step id that is no identifier',
    { ...VALID, steps: [{ ...DRAW, id: 'a b' }], output: 'a b' },
    'steps[0].id',
    'steps[0].id must be an identifier; got "a b"',
  ],
  [
    'a select without options',
    input({ type: 'select' }),
    'inputs[0].options',
    'inputs[0].options must list at least one option',
  ],
  [
    'an option listed twice',
    input({ options: ['a', 'a'] }),
    'inputs[0].options',
    'inputs[0].options lists a value twice',
  ],
  [
    'a broken pattern',
    input({ pattern: '(' }),
    'inputs[0].pattern',
    'inputs[0].pattern is no valid regular expression',
  ],
  [
    'a minimum above the maximum',
    input({ type: 'number', min: 5, max: 4 }),
    'inputs[0].min',
    'inputs[0].min is above max (5 > 4)',
  ],
]

/** Refused by the shape of the call already; the answer names place and fault in the same way. */
const SHAPES: [name: string, document: object, path: string, message: RegExp][] = [
  ['no name', { ...VALID, name: '  ' }, 'name', /must not be empty/],
  ['an over-long name', { ...VALID, name: 'x'.repeat(121) }, 'name', /<=120 characters/],
  [
    'an over-long description',
    { ...VALID, description: 'x'.repeat(2001) },
    'description',
    /<=2000 characters/,
  ],
  [
    'an over-long prompt',
    step({ prompt: 'x'.repeat(4001) }),
    'steps.0.prompt',
    /<=4000 characters/,
  ],
  ['no steps', { ...VALID, steps: [] }, 'steps', />=1 items/],
  [
    'over 20 steps',
    { ...VALID, steps: Array.from({ length: 21 }, (_, at) => ({ ...DRAW, id: `s${at}` })) },
    'steps',
    /<=20 items/,
  ],
  [
    'over 20 inputs',
    {
      ...VALID,
      inputs: Array.from({ length: 21 }, (_, at) => ({ ...FIRST_INPUT, key: `i${at}` })),
    },
    'inputs',
    /<=20 items/,
  ],
  ['more text than any input takes', input({ max_length: 501 }), 'inputs.0.max_length', /<=500/],
  ['an unknown licence', { ...VALID, license: 'mine' }, 'license', /personal/],
  [
    'a broken image size',
    input({ type: 'image', image_size: 'large' }),
    'inputs.0.image_size',
    /1024x768/,
  ],
  ...(['name', 'user_id', 'price', 'cost', 'generation_time', 'steps', 'output'] as const).map(
    (field): [string, object, string, RegExp] => {
      const { [field]: _left, ...rest } = VALID
      return [`no ${field} at all`, rest, field, /expected .*undefined/]
    },
  ),
]

describe('a recipe document', () => {
  test('that keeps every rule is taken', () => {
    expect(parseRecipe(recipeDocument.parse(VALID), catalog)).toMatchObject({
      ok: true,
      recipe: { outputKind: 'video', output: 'film' },
    })
  })

  test.each(REFUSALS)('with %s is refused', (_name, document, path, message) => {
    const parsed = parseRecipe(recipeDocument.parse(document), catalog)
    expect(parsed.ok ? [] : parsed.faults).toContainEqual({ path, message })
  })

  test.each(SHAPES)('with %s is refused by its shape', (_name, document, path, message) => {
    const parsed = recipeDocument.safeParse(document)
    const issue = parsed.error?.issues.find((one) => one.path.join('.') === path)
    expect(issue?.message).toMatch(message)
  })
})
