import { recipeDocument } from '@vignette/contract/recipe-document.ts'
import { FUNCTIONS } from '@vignette/local-studio'
import { expect, test } from 'vitest'
import type { FunctionSpec } from '../../providers/generation/spec.ts'
import { catalogOf, fillStep } from './recipe-providers.ts'
import { parseRecipe } from './rules.ts'

const functions: FunctionSpec[] = FUNCTIONS
const providers = {
  find: (id: string) => (id === 'local' ? { functions } : undefined),
  findFunction: (_: string, type: string) => functions.find((one) => one.functionType === type),
} as never

type Parts = Record<string, unknown>

/** The faults of a recipe whose step `paint` stylises a photo by these inputs, with these settings. */
function faultsOf(inputs: Parts[], params: Parts, type = 'image_to_image') {
  const parsed = parseRecipe(
    recipeDocument.parse({
      name: 'Bound',
      user_id: 'x',
      price: 0,
      cost: 0,
      generation_time: 5,
      inputs: [{ key: 'photo', type: 'image' }, ...inputs],
      steps: [
        {
          id: 'paint',
          provider: 'local',
          function_type: type,
          first_image: '{{photo}}',
          params,
        },
      ],
      output: 'paint',
    }),
    catalogOf({ providers }),
  )
  return parsed.ok ? [] : parsed.faults
}

const LOOK = { key: 'look', type: 'select', display_name: 'Look' }
const STYLES = 'must be one of oil, brush, duotone, poster, vector'
const AS_STYLE = { style: '{{look}}' }

test('each option that its setting refuses is a fault that names input, option and what is possible', () => {
  const options = [
    { value: 'oil', label: 'Oil paint' },
    { value: 'neon', label: 'Neon' },
    { value: 'glow', label: 'Glow' },
  ]
  const of = (label: string) =>
    `"Look" may be "${label}", but "Style" of the step "paint" ${STYLES}`
  expect(faultsOf([{ ...LOOK, options }], AS_STYLE)).toEqual([
    { path: 'inputs[1].options[1]', message: of('Neon') },
    { path: 'inputs[1].options[2]', message: of('Glow') },
  ])
})

test('an option is right as the setting reads it, and a choice that is left out takes the setting’s own value', () => {
  const options = ['Oil', 'poster', ' Vector ']
  expect(faultsOf([{ ...LOOK, options, required: false }], AS_STYLE)).toEqual([])
})

const DEPTH = { key: 'depth', type: 'number', display_name: 'Colours' }

test('a number must lie within its setting, at both ends', () => {
  const must = (limit: string) => `"Colours" of the step "paint" must be at ${limit}`
  const colours = { colours: '{{depth}}' }
  expect(faultsOf([{ ...DEPTH, min: 3, max: 16 }], colours)).toEqual([])
  expect(faultsOf([{ ...DEPTH, min: 1, max: 20 }], colours)).toEqual([
    { path: 'inputs[1].min', message: `"Colours" may be 1, but ${must('least 3')}` },
    { path: 'inputs[1].max', message: `"Colours" may be 20, but ${must('most 16')}` },
  ])
  expect(faultsOf([DEPTH], colours)).toEqual([
    { path: 'inputs[1].min', message: `"Colours" has no lowest number, but ${must('least 3')}` },
    { path: 'inputs[1].max', message: `"Colours" has no highest number, but ${must('most 16')}` },
  ])
})

test('a number within its ends that the setting refuses is found', () => {
  expect(
    faultsOf([{ ...DEPTH, min: 2, max: 4 }], { factor: '{{depth}}' }, 'upscale_image'),
  ).toEqual([
    {
      path: 'inputs[1].max',
      message: '"Colours" may be 3, but "Factor" of the step "paint" must be 2 or 4',
    },
  ])
})

test('any words are no choice, and need one; a long text must fit', () => {
  const words = { key: 'look', type: 'text', display_name: 'Look' }
  expect(faultsOf([words], AS_STYLE)).toEqual([
    {
      path: 'inputs[1].type',
      message: `"Look" takes any words, but "Style" of the step "paint" ${STYLES}`,
    },
  ])
  const lettering = { text: '{{look}}' }
  const drawn = (change: Parts) => faultsOf([{ ...words, ...change }], lettering, 'text_to_image')
  expect(drawn({}).filter(({ path }) => path.startsWith('inputs'))).toEqual([
    {
      path: 'inputs[1].max_length',
      message:
        '"Look" may have 500 characters, but "Text" of the step "paint" must be at most 60 characters',
    },
  ])
  expect(drawn({ max_length: 60 }).filter(({ path }) => path.startsWith('inputs'))).toEqual([])
})

test('words with a pattern are tried by what the recipe itself offers', () => {
  const ink = { key: 'look', type: 'text', display_name: 'Ink', pattern: '#?[0-9a-f]{6}' }
  expect(faultsOf([{ ...ink, value: '#aabbcc' }], { dark: '{{look}}' })).toEqual([])
  expect(faultsOf([{ ...ink, value: '#aabbcc', ideas: ['aabbcc'] }], { dark: '{{look}}' })).toEqual(
    [
      {
        path: 'inputs[1].ideas[0]',
        message:
          '"Ink" offers "aabbcc", but "Dark" of the step "paint" must be a colour such as #1a2b3c',
      },
    ],
  )
})

test('of several inputs in one setting, the combinations that it refuses are named', () => {
  const half = (key: string, options: string[]) => ({ key, type: 'select', options })
  const dark = { dark: '#{{left}}{{right}}' }
  expect(faultsOf([half('left', ['aaa', 'bbb']), half('right', ['ccc'])], dark)).toEqual([])
  expect(faultsOf([half('left', ['aaa', 'bb']), half('right', ['ccc'])], dark)).toEqual([
    {
      path: 'steps[0].params.dark',
      message:
        'must be a colour such as #1a2b3c, and is not with "left" as "bb" and "right" as "ccc"',
    },
  ])
})

test('a recipe of many wide choices in long settings is tried within a bound', () => {
  const options = Array.from({ length: 50 }, (_, at) => `${at}`)
  const inputs = ['a', 'b', 'c', 'd'].map((key) => ({ key, type: 'select', options }))
  const long = 'm'.repeat(4000)
  const params = Object.fromEntries(
    ['dark', 'light'].map((name) => [name, `{{a}}{{b}}{{c}}{{d}}${long}`]),
  )
  let tried = 0
  const spec = functions.find((one) => one.functionType === 'image_to_image')
  const counted = {
    ...spec,
    params: {
      safeParse: (...given: Parameters<NonNullable<typeof spec>['params']['safeParse']>) => {
        tried += 1
        return spec?.params.safeParse(...given)
      },
    },
  }
  parseRecipe(
    recipeDocument.parse({
      name: 'Wide',
      user_id: 'x',
      price: 0,
      cost: 0,
      generation_time: 5,
      inputs: [{ key: 'photo', type: 'image' }, ...inputs],
      steps: [
        {
          id: 'paint',
          provider: 'local',
          function_type: 'image_to_image',
          first_image: '{{photo}}',
          params,
        },
      ],
      output: 'paint',
    }),
    catalogOf({ providers: { find: () => ({ functions }), findFunction: () => counted } as never }),
  )
  expect(tried).toBeGreaterThan(0)
  expect(tried).toBeLessThan(60)
})

test('a setting gets a number as text, whole or as it is, whichever it takes', () => {
  const fill = (functionType: string, params: Parts, value: string) =>
    fillStep({ providers }, { provider: 'local', functionType, params }, () => value)
  expect(fill('text_to_image', { text: '{{x}}' }, '1984')).toEqual({ text: '1984' })
  expect(fill('text_to_image', { text: '{{x}}' }, '2.5')).toEqual({ text: '2.5' })
  expect(fill('image_to_image', { colours: '{{x}}' }, '7.5')).toEqual({ colours: 8 })
  expect(fill('image_to_image', { strength: '{{x}}' }, '0.5')).toEqual({ strength: 0.5 })
})
