import { recipeDocument } from '@vignette/contract/recipe-document.ts'
import { expect, test } from 'vitest'
import { parseRecipe } from './rules.ts'
import { catalog, DRAW, VALID, withStep } from './test-support/recipe-samples.ts'

type Change = Record<string, unknown>

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

/** Each case: the fault, its path and the answer's message. */
const REFUSALS: [name: string, document: object, path: string, message: string][] = [
  [
    'an unknown name in a prompt',
    withStep({ prompt: 'A {{ghost}}' }),
    'steps[0].prompt',
    'refers to "ghost", which is no input and no step',
  ],
  [
    'an unknown name in params',
    withStep({ params: { text: ['{{ghost}}'] } }),
    'steps[0].params',
    'refers to "ghost", which is no input and no step',
  ],
  [
    'a reference that could name nothing',
    withStep({ prompt: 'A {{my wish}}' }),
    'steps[0].prompt',
    'contains "{{my wish}}", which is no {{name}} of an input or step',
  ],
  [
    'an unknown first image',
    animate({ first_image: '{{ghost}}' }),
    'steps[1].first_image',
    'refers to "ghost", which is no input and no step',
  ],
  [
    'an unknown last image',
    animate({ last_image: 'ghost' }),
    'steps[1].last_image',
    'refers to "ghost", which is no input and no step',
  ],
  [
    'an unknown video',
    join(['{{one}}', '{{ghost}}']),
    'steps[3].videos[1]',
    'refers to "ghost", which is no input and no step',
  ],
  [
    'a text where a picture is needed',
    animate({ first_image: '{{wish}}' }),
    'steps[1].first_image',
    'refers to "wish", which is text, but a picture is needed',
  ],
  [
    'a picture where a video is needed',
    join(['{{one}}', '{{draw}}']),
    'steps[3].videos[1]',
    'refers to "draw", which is a picture, but a video is needed',
  ],
  [
    'a picture in a prompt',
    withStep({ prompt: 'Like {{photo}}' }),
    'steps[0].prompt',
    'refers to "photo", which is a picture, but text is needed',
  ],
  [
    'an optional picture where one is needed',
    animate({ first_image: '{{maybe}}' }),
    'steps[1].first_image',
    'refers to "maybe", which may be left out, but this step cannot do without it',
  ],
  [
    'too few videos',
    join(['{{one}}']),
    'steps[3].videos',
    'must name 2 to 4 videos for join; got 1',
  ],
  [
    'an unknown provider',
    withStep({ provider: 'nowhere' }),
    'steps[0].provider',
    'names "nowhere", which is no provider here',
  ],
  [
    'an unknown function',
    withStep({ function_type: 'sing' }),
    'steps[0].function_type',
    'names "sing", which local does not offer (it offers draw, restyle, animate, join, imagine)',
  ],
  [
    'params that the function does not take',
    withStep({ params: { bad: 1 } }),
    'steps[0].params.bad',
    'is not known',
  ],
  ['a missing prompt', withStep({ prompt: ' ' }), 'steps[0].prompt', 'is required for draw'],
  [
    'a picture that is not used',
    withStep({ first_image: '{{photo}}' }),
    'steps[0].first_image',
    'is not used by draw',
  ],
  [
    'a missing model',
    withStep({ function_type: 'imagine' }),
    'steps[0].model',
    'is required for imagine',
  ],
]

test.each(REFUSALS)('a step with %s is refused', (_name, document, path, message) => {
  const parsed = parseRecipe(recipeDocument.parse(document), catalog)
  expect(parsed.ok ? [] : parsed.faults).toContainEqual({ path, message })
})
