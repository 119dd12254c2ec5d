import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findSlowness, readExpressions } from './find-slow-expressions.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/**
 * The sources whose expressions run on other people's text: the browser's too, because a frozen
 * page is useless.
 */
const SOURCES = ['contract/src', 'server/src', 'web/src'].map((folder) => `${folder}/**/*.{ts,tsx}`)

/** Expressions slower than linear that are allowed, because their text is short and our own. */
const ALLOWED: Record<string, string> = {
  '/\\B(?=(\\d{3})+\\.)/g': 'an amount of money, at most 25 characters',
}

test('no regular expression of the sources takes longer than linear time', () => {
  const found = readExpressions(SOURCES, ROOT)
  expect(found.length).toBeGreaterThan(100)
  const slow = found.flatMap(({ file, written, source, flags }) => {
    const why = findSlowness(source, flags)
    return why && !(written in ALLOWED) ? [`${file}: ${written} (${why})`] : []
  })
  expect(slow).toEqual([])
})

test.each([
  ['a+$', true],
  ['^\\s*\\d+\\s*-?\\s*\\d+$', true],
  ['^(a+)+$', true],
  ['(?<!a)a+$', false],
  ['^[^@]+@[^@]+$', false],
])('/%s/ is slow: %s', (source, slow) => {
  expect(findSlowness(source, '') !== undefined).toBe(slow)
})
