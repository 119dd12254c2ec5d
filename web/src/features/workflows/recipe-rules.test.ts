import { expect, test } from 'vitest'
import { formatInputType, formatOutputType, isNew } from './recipe-rules.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['just now', '2026-11-21T12:00:00Z', true],
  ['seven days ago', '2026-11-14T12:00:00Z', true],
  ['longer ago', '2026-11-14T11:59:59Z', false],
])('a recipe made %s', (_, createdAt, fresh) => {
  expect(isNew(createdAt, now)).toBe(fresh)
})

test('output types are upper-case, UNKNOWN by default', () => {
  expect(formatOutputType('mp4')).toBe('MP4')
  expect(formatOutputType('')).toBe('UNKNOWN')
})

test('input types are upper-case words', () => {
  expect(formatInputType('image_input')).toBe('IMAGE')
})
