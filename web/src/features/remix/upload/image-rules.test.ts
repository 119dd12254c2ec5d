import { findSizeFault } from '@vignette/contract/image-size.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { describe, expect, it } from 'vitest'
import {
  findImageFault,
  findSelectionFault,
  findSizeWarning,
  needsRecompression,
} from './image-rules.ts'

const png = { type: 'image/png' }

it.each([
  ['one picture', [png], null],
  ['nothing', [], 'Please select valid image files'],
  ['a text file', [{ type: 'text/plain' }], 'Please select valid image files'],
  ['two pictures', [png, png], 'Maximum 1 file(s) allowed'],
])('a selection of %s is checked', (_, files, fault) => {
  expect(findSelectionFault(files, 1)).toBe(fault)
})

it.each([
  ['image/jpeg', 10 * MEGABYTE, null],
  ['image/webp', 1, null],
  ['image/gif', 1, 'Invalid file type. Allowed types: image/jpeg, image/png, image/webp'],
  ['image/png', 10 * MEGABYTE + 1, 'File too large. Maximum size: 10 MB'],
])('a %s of %d bytes is checked', (type, size, fault) => {
  expect(findImageFault({ type, size })).toBe(fault)
})

describe('dimensions', () => {
  it.each([
    [100, 100, null],
    [99, 400, 'Image width too small. Minimum: 100px, got: 99px'],
    [400, 12, 'Image height too small. Minimum: 100px, got: 12px'],
  ])('%d×%d', (width, height, fault) => {
    expect(findSizeFault({ width, height })).toBe(fault)
  })

  it('only produce a warning over 4096px', () => {
    expect(findSizeWarning({ width: 4096, height: 4096 })).toBeNull()
    expect(findSizeWarning({ width: 4097, height: 10 })).toContain('4096px')
    expect(findSizeFault({ width: 9000, height: 9000 })).toBeNull()
  })
})

it('recompresses above 80% of the limit', () => {
  expect(needsRecompression(8 * MEGABYTE)).toBe(false)
  expect(needsRecompression(8 * MEGABYTE + 1)).toBe(true)
})
