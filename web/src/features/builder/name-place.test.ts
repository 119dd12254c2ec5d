import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { namePlace, readRecipeReason } from './name-place.ts'

const recipe = {
  inputs: [{ key: 'photo' }, { key: 'look', display_name: 'Look' }],
  steps: [{ id: 'paint', function_type: 'image_to_image' }, {}],
}

test.each([
  ['inputs[1].options[1]', 'Look, choice 2'],
  ['inputs[1].value', 'Look, filled in'],
  ['inputs[0]', 'photo'],
  ['inputs[4].max', 'Input 5, at most'],
  ['steps[0].params.guidance_scale', 'Step 1, Image to image, guidance scale'],
  ['steps[0].provider', 'Step 1, Image to image, provider'],
  ['steps[1].first_image', 'Step 2, first image'],
  ['steps', 'Steps'],
  ['tags[1]', 'Tags'],
  ['generation_time', 'Generation time'],
])('%s is called %s', (path, name) => {
  expect(namePlace(recipe, path)).toBe(name)
})

test.each([
  ['steps must have at least 1 entry', 'steps', 'The recipe still has faults.'],
  ['The draft has changed since.', 'revision', 'The draft has changed since.'],
])('a refusal “%s” is told without its path', (error, path, told) => {
  const refusal = new ApiError(400, 'Bad Request', { error, details: [{ path, message: error }] })
  expect(readRecipeReason(refusal, 'Failed')).toBe(told)
})
