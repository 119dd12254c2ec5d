import { expect, test } from 'vitest'
import { describeSize } from './output-size.ts'

test('a picture tells its pixels and its print, a film its length', () => {
  expect(describeSize({ width: 2728, height: 4096 })).toBe(
    'PNG, 2728 × 4096 px, prints to 23 × 35 cm at 300 dpi',
  )
  expect(describeSize({ width: 4096, height: 3072, varies: true })).toBe(
    'PNG, 4096 px on the longer side, prints to 35 cm at 300 dpi',
  )
  expect(describeSize({ width: 1440, height: 1080, film: true, seconds: 5 })).toBe(
    'MP4, 1440 × 1080 px, 5 s',
  )
  expect(describeSize({ width: 1440, height: 1080, film: true })).toBe('MP4, 1440 × 1080 px')
})
