import { PATTERN_CASES } from '@vignette/contract/input-pattern-cases.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { describe, expect, it } from 'vitest'
import { makeStep } from '../test-support/make-step.ts'
import { findFault, findFileFault, isNearLimit, unsupportedMessage } from './rules.ts'
import type { FileValue, WizardStep } from './step.ts'

const file: FileValue = {
  url: '/media/a.png',
  id: 'a',
  fileName: 'a.png',
  fileSize: 10,
  contentType: 'image/png',
  thumbnail: null,
}

const cases: [string, Partial<WizardStep>, unknown, string | null][] = [
  ['required and null', {}, null, 'This field is required'],
  ['text over the limit', {}, 'x'.repeat(501), 'Maximum 500 characters allowed'],
  ['a pattern that does not compile', { pattern: '(' }, 'abc', null],
  ['a decimal comma', { numeric: true, min: 0, max: 1 }, '0,5', null],
  ['a decimal comma below the minimum', { numeric: true, min: 1 }, '0,5', 'Minimum value is 1'],
  ['a negative number', { numeric: true, min: -9 }, '-3,25', null],
  ['two commas', { numeric: true }, '1,000,000', 'Must be a valid number'],
  ['a comma and a point', { numeric: true }, '1,000.5', 'Must be a valid number'],
  ['a comma alone', { numeric: true }, ',', 'Must be a valid number'],
  ['an unsupported type', { step_type: 'hologram' }, 'x', 'Unsupported input type: hologram'],
  ['an uploaded picture', { step_type: 'image_input' }, file, null],
  [
    'an optional unsupported type without a value',
    { step_type: 'hologram', required: false },
    null,
    null,
  ],
]

describe('findFault', () => {
  it.each(cases)('%s', (_, part, value, fault) => {
    expect(findFault(makeStep(part), value)).toBe(fault)
  })
})

it.each(PATTERN_CASES)(
  'the pattern %j of %j matches as on the server: %s',
  (pattern, text, fits) => {
    expect(findFault(makeStep({ pattern }), text)).toBe(fits ? null : 'Invalid format')
  },
)

const size = (mb: number, over = 0) => mb * MEGABYTE + over
const files: [string, 'image' | 'video' | 'audio', string, number, string | null][] = [
  ['image at 10MB', 'image', 'image/gif', size(10), null],
  ['image over 10MB', 'image', 'image/png', size(10, 1), 'File size must be less than 10MB'],
  ['video at 100MB', 'video', 'video/quicktime', size(100), null],
  ['video over 100MB', 'video', 'video/mp4', size(100, 1), 'File size must be less than 100MB'],
  ['audio at 50MB', 'audio', 'audio/mpeg', size(50), null],
  ['audio over 50MB', 'audio', 'audio/wav', size(50, 1), 'File size must be less than 50MB'],
  ['type with a codec', 'audio', 'audio/ogg; codecs=opus', 10, null],
  [
    'image of another type',
    'image',
    'image/tiff',
    1,
    'File type must be one of: image/jpeg, image/png, image/webp, image/gif',
  ],
  [
    'video of another type',
    'video',
    'video/x-matroska',
    1,
    'File type must be one of: video/mp4, video/webm, video/quicktime',
  ],
]

describe('types that may be uploaded', () => {
  it.each([
    ['image', ['image/jpeg', 'image/png', 'image/webp', 'image/gif']],
    ['video', ['video/mp4', 'video/webm', 'video/quicktime']],
    ['audio', ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/m4a']],
  ] as const)('%s: %s', (kind, types) => {
    for (const type of types) expect(findFileFault(kind, { type, size: 1 })).toBeNull()
  })
})

describe('findFileFault', () => {
  it.each(files)('%s', (_, kind, type, bytes, fault) => {
    expect(findFileFault(kind, { type, size: bytes })).toBe(fault)
  })
})

it('warns from 90% of the limit', () => {
  expect(isNearLimit(449, 500)).toBe(false)
  expect(isNearLimit(450, 500)).toBe(true)
})

it('names the unsupported type', () => {
  expect(unsupportedMessage('hologram')).toBe('Unsupported input type: hologram')
})
