import { expect, test } from 'vitest'
import { chooseOutput } from './choose-output.ts'
import { LOCAL } from './test-support/open-builder.ts'

const write = (more: object) =>
  JSON.stringify({
    ...more,
    steps: [
      { id: 'draw', function_type: 'text_to_image', provider: 'local' },
      { id: 'film', function_type: 'image_to_video', provider: 'local' },
      { id: 'x', function_type: 'unknown', provider: 'local' },
    ],
    output: 'draw',
  })
const choose = (text: string, id: string) => JSON.parse(chooseOutput(text, id, [LOCAL]))

test('the type of the output follows the step', () => {
  expect(choose(write({}), 'film')).toMatchObject({ output: 'film', output_type: 'mp4' })
  expect(choose(write({ output_type: 'mp4' }), 'draw')).toMatchObject({ output_type: 'image' })
})

test('a written type of the right kind stays, and an unknown step changes no type', () => {
  expect(choose(write({ output_type: 'webm' }), 'film')).toMatchObject({ output_type: 'webm' })
  expect(choose(write({ output_type: 'image' }), 'x')).toMatchObject({
    output: 'x',
    output_type: 'image',
  })
})
