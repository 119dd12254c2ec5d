import { expect, test } from 'vitest'
import { countInFullRows, lookAlike, partTwins } from './hang.ts'

const part = (items: string) =>
  partTwins(
    items.split('').map((mark, at) => ({ mark, at })),
    (one, other) => one.mark === other.mark,
  )
    .map(({ mark }) => mark)
    .join('')

test.each([
  ['abc', 'abc'],
  ['aabc', 'abac'],
  ['aaabbb', 'ababab'],
  ['abbbc', 'abcbb'],
  ['aaa', 'aaa'],
  ['', ''],
])('twins of %s are parted as %s', (items, parted) => {
  expect(part(items)).toBe(parted)
})

const seen = (url: string, dhash: string | null, placeholder: string | null = null) => ({
  url,
  dhash,
  placeholder,
})

test.each([
  ['sizes of one picture', seen('/a', '00ff00ff00ff00ff'), seen('/b', '00ff00ff00ff01fe'), true],
  ['two pictures', seen('/a', '00ff00ff00ff00ff'), seen('/b', '00ff00ff00ffff00'), false],
  ['two with one placeholder and no hash', seen('/a', null, 'p'), seen('/b', null, 'p'), true],
  ['one without a hash', seen('/a', null, 'p'), seen('/b', '00ff00ff00ff00ff', 'q'), false],
])('%s', (_, one, other, alike) => {
  expect(lookAlike(one, other)).toBe(alike)
  expect(lookAlike(other, one)).toBe(alike)
})

test('a further page leaves what hangs where it hangs', () => {
  expect(part('abacabad').startsWith(part('abac'))).toBe(true)
})

test.each([
  ['a torn last row is left out', [40, 40, 40, 40, 40], 4],
  ['a last row that is nearly full stays', [40, 40, 40, 40], 4],
  ['the only row stays as it is', [20], undefined],
  ['a picture wider than the room has a row of its own', [40, 140, 20], 2],
  ['nothing', [], 0],
])('%s', (_, widths, count) => {
  expect(countInFullRows(widths, { room: 100, gap: 10 })).toBe(count)
})
