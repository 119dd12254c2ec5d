import { expect, test } from 'vitest'
import { describeSheet, describeSize, pagePoints } from './output-size.ts'

test('a picture tells its pixels and its print, a film its length', () => {
  expect(describeSize({ width: 2728, height: 4096 })).toBe(
    'PNG, 2728 × 4096 px, prints to 23 × 35 cm at 300 dpi',
  )
  expect(describeSize({ width: 4096, height: 3072, varies: true })).toBe(
    'PNG, 4096 px on the longer side, prints to 35 cm at 300 dpi',
  )
  expect(describeSize({ width: 4096, height: 4096, up_to: true })).toBe(
    'PNG, up to 4096 px on the longer side, prints to 35 cm at 300 dpi, as your picture allows',
  )
  expect(describeSize({ width: 1440, height: 1440, film: true, up_to: true })).toBe(
    'MP4, up to 1440 px on the longer side, as your picture allows',
  )
  expect(describeSize({ width: 1440, height: 1080, film: true, seconds: 5 })).toBe(
    'MP4, 1440 × 1080 px, 5 s',
  )
  expect(describeSize({ width: 1440, height: 1080, film: true })).toBe('MP4, 1440 × 1080 px')
})

test('a picture of 2,048 px or more on its longer side prints on a sheet of its own', () => {
  const file = { kind: 'image', width: 2728, height: 4096 }
  expect(describeSheet(file)).toBe('23 × 35 cm')
  expect(describeSheet({ ...file, width: 2048, height: 2048 })).toBe('17 × 17 cm')
  expect(describeSheet({ ...file, width: 2047, height: 2047 })).toBeUndefined()
  expect(describeSheet({ ...file, kind: 'video' })).toBeUndefined()
  expect(describeSheet({ ...file, width: null })).toBeUndefined()
  expect(pagePoints(300)).toBe(72)
})
