import { expect, test } from 'vitest'
import { changeFunction } from './change-function.ts'
import type { Source } from './components/source.ts'
import { LOCAL } from './test-support/open-builder.ts'

const SOURCES: Source[] = [
  { name: 'scene', label: 'Scene', kind: 'text', from: 'input' },
  { name: 'photo', label: 'Photo', kind: 'image', from: 'input' },
  { name: 'paint', label: 'paint', kind: 'image', from: 'step' },
]

const to = (type: string) => {
  const spec = LOCAL.functions.find((one) => one.function_type === type)
  if (!spec) throw new Error(type)
  return spec
}

test('a new step takes what its function cannot do without from the nearest source', () => {
  const step = (type: string) => changeFunction({ id: 'a' }, 'local', to(type), SOURCES)
  expect(step('text_to_image')).toMatchObject({ provider: 'local', prompt: '{{scene}}' })
  expect(step('image_to_video')).toMatchObject({ first_image: '{{paint}}' })
  expect(step('image_to_video')).not.toHaveProperty('last_image')
  expect(step('video_concat')).toMatchObject({ videos: [] })
})

test('a change of the function keeps the settings that the new function takes, and drops the others', () => {
  const step = {
    id: 'a',
    'x-mine': 1,
    function_type: 'image_to_image',
    provider: 'local',
    first_image: '{{photo}}',
    params: { style: 'oil', strength: 0.5 },
  }
  const before = to('image_to_image')
  expect(changeFunction(step, 'local', to('image_to_video'), SOURCES, before)).toEqual({
    id: 'a',
    'x-mine': 1,
    function_type: 'image_to_video',
    provider: 'local',
    first_image: '{{photo}}',
  })
  expect(changeFunction(step, 'local', to('text_to_image'), SOURCES, before)).toEqual({
    id: 'a',
    'x-mine': 1,
    function_type: 'text_to_image',
    provider: 'local',
    prompt: '{{scene}}',
  })
})

test('a setting that no function declares stays as it was written', () => {
  const step = {
    id: 'a',
    function_type: 'image_to_image',
    provider: 'local',
    params: { style: 'oil', 'x-mine': { kept: true } },
  }
  const changed = (before?: ReturnType<typeof to>) =>
    changeFunction(step, 'local', to('text_to_image'), SOURCES, before)
  expect(changed(to('image_to_image'))['params']).toEqual({ 'x-mine': { kept: true } })
  // The params of an unknown function are unknown, so all of them stay.
  expect(changed()['params']).toEqual(step.params)
})
