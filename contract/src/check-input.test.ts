import { expect, it } from 'vitest'
import { checkInput } from './check-input.ts'
import { anchorPattern } from './input-pattern.ts'
import type { DeclaredInput } from './input-values.ts'

const options = [{ value: 'oil' }, { value: ' ink ' }]
const required: DeclaredInput = {
  step_type: 'text_input',
  required: true,
  options,
  max_length: null,
  pattern: null,
  min: null,
  max: null,
  numeric: false,
}
const matches = (pattern: string, text: string) =>
  new RegExp(anchorPattern(pattern), 'u').test(text)

const text = (words: string) => ({ is: 'text', text: words })
const file = (reference: string) => ({ is: 'files', references: [reference] })
const fault = (message: string) => ({ is: 'fault', message })
const absent = { is: 'absent' }
const missing = fault('This field is required')

const cases: [string, Partial<DeclaredInput>, unknown, unknown][] = [
  ['required and empty', {}, '', missing],
  ['required and only spaces', {}, '   ', missing],
  ['required and null', {}, null, missing],
  ['optional and empty', { required: false }, '', absent],
  ['optional and only spaces', { required: false }, ' ', absent],
  ['a list for a text', {}, ['x'], fault('Invalid input type')],
  ['a number for a text', {}, 7, fault('Invalid input type')],
  ['text among spaces', {}, ' fox ', text('fox')],
  ['text at the limit', {}, 'x'.repeat(500), text('x'.repeat(500))],
  ['text over the limit', {}, 'x'.repeat(501), fault('Maximum 500 characters allowed')],
  ['text at the limit among spaces', {}, ` ${'x'.repeat(500)} `, text('x'.repeat(500))],
  [
    'text over its own limit',
    { max_length: 80 },
    'x'.repeat(81),
    fault('Maximum 80 characters allowed'),
  ],
  ['text that does not match its pattern', { pattern: '[a-z]+' }, 'A1', fault('Invalid format')],
  ['text that matches its pattern', { pattern: '[a-z]+' }, 'abc', text('abc')],
  ['a number that does not parse', { numeric: true }, 'twelve', fault('Must be a valid number')],
  ['a number below the minimum', { numeric: true, min: 3 }, '2', fault('Minimum value is 3')],
  ['a number above the maximum', { numeric: true, max: 9 }, '10', fault('Maximum value is 9')],
  ['a number within the range', { numeric: true, min: 3, max: 9 }, '3.50', text('3.5')],
  ['a day', { numeric: true, look: 'date' }, '20190614', text('20190614')],
  ['no day', { numeric: true, look: 'date' }, '20190631', fault('Must be a valid date')],
  [
    'a day too early',
    { numeric: true, look: 'date', min: 19000101 },
    '18991231',
    fault('Minimum value is January 1, 1900'),
  ],
  [
    'a day too late',
    { numeric: true, look: 'date', max: 20301231 },
    20310101,
    fault('Maximum value is December 31, 2030'),
  ],
  ['zero is a number', { numeric: true }, 0, text('0')],
  ['a choice not offered', { step_type: 'select' }, 'wax', fault('Please select a valid option')],
  ['a choice offered', { step_type: 'select' }, 'oil', text('oil')],
  ['a choice offered among spaces', { step_type: 'select' }, ' ink ', text('ink')],
  ['a required choice missing', { step_type: 'select' }, null, missing],
  ['a picture missing', { step_type: 'image_input' }, null, missing],
  ['an optional sound missing', { step_type: 'audio_input', required: false }, null, absent],
  ['a picture by its URL', { step_type: 'image_input' }, '/media/a.png', file('/media/a.png')],
  ['a film by its id', { step_type: 'video_input' }, { id: 'a', url: '/b' }, file('a')],
  ['a text of an unknown type', { step_type: 'hologram' }, ' x ', text('x')],
  [
    'a text of an unknown type over the limit',
    { step_type: 'hologram' },
    'x'.repeat(501),
    fault('Maximum 500 characters allowed'),
  ],
]

it.each(cases)('an input is checked: %s', (_, part, value, read) => {
  expect(checkInput({ ...required, ...part }, value, matches)).toEqual(read)
})
