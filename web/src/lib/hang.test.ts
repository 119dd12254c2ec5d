import { expect, test } from 'vitest'
import { countInFullRows, partTwins } from './hang.ts'

const part = (items: string) =>
  partTwins(
    items.split('').map((mark, at) => ({ mark, at })),
    ({ mark }) => [mark],
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

test('one shared mark of several makes a twin', () => {
  const items = [
    ['sea', 'x'],
    ['town', 'x'],
    ['sea', 'y'],
    ['hill', 'z'],
  ]
  expect(partTwins(items, (marks) => marks)).toEqual([items[0], items[3], items[1], items[2]])
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
