import { expect, test } from 'vitest'
import { comfyFunctions } from '../../providers/generation/comfyui/functions.ts'
import { catalogOf } from './recipe-providers.ts'
import { parseRecipe } from './rules.ts'

const spec = comfyFunctions.find((one) => one.functionType === 'image_to_image')
const catalog = catalogOf({
  providers: {
    find: () => ({ functions: comfyFunctions }),
    findFunction: () => spec,
  } as never,
})

/** The faults of a recipe with one step of ComfyUI, whose node has these inputs. */
function faultsOf(inputs: object, change: object = {}) {
  const parsed = parseRecipe(
    {
      name: 'A graph',
      user_id: 'x',
      price: 0,
      cost: 0,
      generation_time: 5,
      inputs: [
        { key: 'photo', type: 'image' },
        { key: 'wish', type: 'text' },
      ],
      steps: [
        {
          id: 'paint',
          provider: 'comfyui',
          function_type: 'image_to_image',
          first_image: '{{photo}}',
          params: { graph: { 1: { class_type: 'LoadImage', inputs } } },
          ...change,
        },
      ],
      output: 'paint',
    },
    catalog,
  )
  return parsed.ok ? [] : parsed.faults
}

test('a picture that the graph never reads is a fault of the step', () => {
  expect(faultsOf({ image: 'example.png' })).toEqual([
    {
      path: 'steps[0].first_image',
      message: 'is not used: no input of the graph in params is "@first_image"',
    },
  ])
  expect(faultsOf({ image: '@first_image' })).toEqual([])
  expect(
    faultsOf({ image: '@first_image' }, { last_image: '{{photo}}' }).map(({ path }) => path),
  ).toEqual(['steps[0].last_image'])
})

test('a graph with a reference inside is no missing graph', () => {
  expect(faultsOf({ image: '@first_image', text: 'A {{wish}}' })).toEqual([])
})

test('a step without a graph is told so once', () => {
  expect(faultsOf({}, { params: {} })).toEqual([
    { path: 'steps[0].params.graph', message: 'is missing' },
  ])
})
