import { expect, it } from 'vitest'
import { filesOf, isFileValue, parseImageSize, readValue, toWizardStep } from './step.ts'

it('an input of the recipe becomes a step', () => {
  const step = toWizardStep({
    key: 'photo',
    type: 'image',
    step_type: 'image_input',
    name: 'photo',
    display_name: 'Your photo',
    description: 'A face',
    value: null,
    required: true,
    image_size: '1024x768',
    options: [],
    max_length: null,
    pattern: null,
    min: null,
    max: null,
    numeric: false,
  })
  expect(step).toMatchObject({
    step_type: 'image_input',
    title: 'Your photo',
    imageSize: { width: 1024, height: 768 },
    initial: null,
  })
})

it.each([
  ['1024x768', { width: 1024, height: 768 }],
  ['1024 x 768', null],
  ['large', null],
  [null, null],
])('the size %s is parsed', (text, size) => {
  expect(parseImageSize(text)).toEqual(size)
})

it.each([
  ['text_input', 12, '12'],
  ['text_input', null, null],
  ['textarea', 'x', 'x'],
  ['select', true, 'true'],
  ['image_input', '', null],
  ['image_input', 4, null],
])('a %s of %s is parsed', (step_type, value, read) => {
  expect(readValue({ step_type }, value)).toBe(read)
})

it.each([
  ['/m/a%20b.png?key=1', 'a b.png'],
  [['/m/c.webp'], 'c.webp'],
  [{ url: '/m/d.png' }, 'd.png'],
])('a file is named after its URL', (value, fileName) => {
  const read = readValue({ step_type: 'image_input' }, value)
  expect(isFileValue(read) && read.fileName).toBe(fileName)
})

it('a list of files is parsed where the step takes several', () => {
  const step = { step_type: 'image_input', max_files: 3 }
  const files = filesOf(readValue(step, [{ url: '/m/a.png', id: 'a' }, '/m/b.png', 4]))
  expect(files.map(({ id, fileName }) => [id, fileName])).toEqual([
    ['a', 'a.png'],
    [null, 'b.png'],
  ])
  expect(filesOf(readValue(step, '/m/a.png'))).toHaveLength(1)
})
