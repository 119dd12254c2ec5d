import { expect, test } from 'vitest'
import { findMention, insertReference, removeReferenceBefore } from './find-mention.ts'

test.each([
  ['a {{', { from: 2, typed: '' }],
  ['a {{sc', { from: 2, typed: 'sc' }],
  ['{{ sc', { from: 0, typed: 'sc' }],
  ['/', { from: 0, typed: '' }],
  ['a /sc', { from: 2, typed: 'sc' }],
  ['a/b', undefined],
  ['a {{scene}}', undefined],
  ['{', undefined],
])('at the end of %j the begun reference is %j', (text, mention) => {
  expect(findMention(text, text.length)).toEqual(mention)
})

test.each([
  ['a {{sc', 6, 'a {{scene}}', 11],
  ['a {{sc}} b', 6, 'a {{scene}} b', 11],
  ['a /sc b', 5, 'a {{scene}} b', 11],
  ['a  b', 2, 'a {{scene}} b', 11],
])('in %j at %i a chosen name is written whole', (text, at, after, caret) => {
  expect(insertReference(text, at, 'scene')).toEqual({ text: after, caret })
})

test('one Backspace removes a whole reference, and no other text', () => {
  expect(removeReferenceBefore('a {{scene}} b', 11)).toEqual({ text: 'a  b', caret: 2 })
  expect(removeReferenceBefore('a {{scene}} b', 12)).toBeUndefined()
})
