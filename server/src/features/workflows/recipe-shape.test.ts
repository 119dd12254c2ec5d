import { recipeDocument } from '@vignette/contract/recipe-document.ts'
import { describe, expect, test } from 'vitest'
import { DRAW, FIRST_INPUT, VALID, withInput, withStep } from './test-support/recipe-samples.ts'

/** Faults that the call's schema refuses; the answer names path and fault like the rules' faults. */
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
    withStep({ prompt: 'x'.repeat(4001) }),
    'steps.0.prompt',
    /<=4000 characters/,
  ],
  ['no steps', { ...VALID, steps: [] }, 'steps', />=1 items/],
  [
    'over 20 steps',
    { ...VALID, steps: Array.from({ length: 21 }, (_, at) => ({ ...DRAW, id: `s${at}` })) },
    'steps',
    /at most 20 members, has 21/,
  ],
  [
    'over 20 inputs',
    {
      ...VALID,
      inputs: Array.from({ length: 21 }, (_, at) => ({ ...FIRST_INPUT, key: `i${at}` })),
    },
    'inputs',
    /at most 20 members, has 21/,
  ],
  [
    'over 5 ideas',
    withInput({ ideas: ['a', 'b', 'c', 'd', 'e', 'f'] }),
    'inputs.0.ideas',
    /at most 5 members, has 6/,
  ],
  [
    'more text than any input takes',
    withInput({ max_length: 501 }),
    'inputs.0.max_length',
    /<=500/,
  ],
  ['an unknown look', withInput({ type: 'number', look: 'dial' }), 'inputs.0.look', /date/],
  ['an unknown category', { ...VALID, category: 'cars' }, 'category', /gifts/],
  ['over 5 tags', { ...VALID, tags: 'abcdef'.split('') }, 'tags', /at most 5 members, has 6/],
  ['an over-long tag', { ...VALID, tags: ['x'.repeat(31)] }, 'tags.0', /<=30 characters/],
  ['an unknown licence', { ...VALID, license: 'mine' }, 'license', /personal/],
  [
    'a broken image size',
    withInput({ type: 'image', image_size: 'large' }),
    'inputs.0.image_size',
    /1024x768/,
  ],
  ...(['name', 'price', 'cost', 'generation_time', 'steps', 'output'] as const).map(
    (field): [string, object, string, RegExp] => {
      const { [field]: _left, ...rest } = VALID
      return [`no ${field} at all`, rest, field, /expected .*undefined/]
    },
  ),
]

describe('a recipe document', () => {
  test.each(SHAPES)(
    'a document with %s is refused by its shape',
    (_name, document, path, message) => {
      const parsed = recipeDocument.safeParse(document)
      const issue = parsed.error?.issues.find((one) => one.path.join('.') === path)
      expect(issue?.message).toMatch(message)
    },
  )
})
