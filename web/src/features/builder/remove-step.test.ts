import { expect, test } from 'vitest'
import { removeStep } from './remove-step.ts'
import { LOCAL } from './test-support/open-builder.ts'

const write = (output: string, ids = ['draw', 'paint', 'film']) =>
  JSON.stringify({
    steps: ids.map((id) => ({
      id,
      function_type: id === 'film' ? 'image_to_video' : 'text_to_image',
      provider: 'local',
    })),
    output,
    output_type: output === 'film' ? 'mp4' : 'image',
  })
const remove = (text: string, index: number) => {
  const { steps, ...rest } = JSON.parse(removeStep(text, index, [LOCAL])) as {
    steps: { id: string }[]
  }
  return { ...rest, steps: steps.map(({ id }) => id) }
}

test('the last remaining step makes the result once the step of the result is removed, and the type follows', () => {
  expect(remove(write('film'), 2)).toEqual({
    steps: ['draw', 'paint'],
    output: 'paint',
    output_type: 'image',
  })
})

test('a set loses the file of a removed step, and is none once one file is left', () => {
  const set = (outputs: string[]) => JSON.stringify({ ...JSON.parse(write('film')), outputs })
  expect(remove(set(['film', 'draw', 'paint']), 1)).toMatchObject({ outputs: ['film', 'draw'] })
  expect(remove(set(['film', 'draw']), 0)).not.toHaveProperty('outputs')
  expect(remove(set(['film', 'draw']), 2)).toMatchObject({
    output: 'paint',
    outputs: ['paint', 'draw'],
  })
})

test('the result stays where another step is removed, or none is left', () => {
  expect(remove(write('film'), 0)).toMatchObject({ steps: ['paint', 'film'], output: 'film' })
  expect(remove(write('draw', ['draw']), 0)).toMatchObject({ steps: [], output: 'draw' })
  expect(remove(write('draw', ['draw', 'draw', 'film']), 0)).toMatchObject({ output: 'draw' })
})
