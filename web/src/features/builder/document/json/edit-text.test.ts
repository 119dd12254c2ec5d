import { expect, test } from 'vitest'
import { insertAt, moveItem, removeAt, setAt } from './edit-text.ts'

const SPREAD = `{
    "name" : "Neon",
    "price": 1.50,

    "inputs": [
        {"key": "a", "x-mine": [1,  2]},
        { "key":"b" }
    ],
    "extra": {}
}
`

test('a value is replaced and no other character changes', () => {
  expect(setAt(SPREAD, ['name'], 'Noir')).toBe(SPREAD.replace('Neon', 'Noir'))
  expect(setAt(SPREAD, ['inputs', 0, 'key'], 'c')).toBe(SPREAD.replace('"a"', '"c"'))
})

test('an equal value keeps its writing', () => {
  expect(setAt(SPREAD, ['price'], 1.5)).toBe(SPREAD)
  expect(setAt(SPREAD, ['inputs', 0, 'x-mine'], [1, 2])).toBe(SPREAD)
})

test('a new member takes the style of its neighbours, and its place in the order', () => {
  const order = () => ['name', 'description', 'price']
  expect(setAt(SPREAD, ['description'], 'Words', order)).toBe(
    SPREAD.replace('"Neon",\n', '"Neon",\n    "description" : "Words",\n'),
  )
  expect(setAt(SPREAD, ['inputs', 0, 'type'], 'text')).toBe(
    SPREAD.replace('[1,  2]}', '[1,  2], "type" : "text"}'),
  )
  expect(setAt(SPREAD, ['extra', 'deep', 'er'], { a: [] })).toBe(
    SPREAD.replace(
      '{}',
      '{\n        "deep" : {\n            "er": {\n                "a": []\n            }\n        }\n    }',
    ),
  )
})

test('an object in place of an object keeps the writing of what is alike', () => {
  const next = { key: 'c', 'x-mine': [1, 2], type: 'image' }
  expect(setAt(SPREAD, ['inputs', 0], next)).toBe(
    SPREAD.replace(
      '{"key": "a", "x-mine": [1,  2]}',
      '{"key": "c", "x-mine": [1,  2], "type" : "image"}',
    ),
  )
  expect(setAt(SPREAD, ['inputs', 0], { 'x-mine': [1, 2] })).toBe(
    SPREAD.replace('"key": "a", ', ''),
  )
})

test('a text on one line stays there', () => {
  expect(setAt('{"a":[1,2],"b":{}}', ['b', 'c'], { d: [1, 'x'] })).toBe(
    '{"a":[1,2],"b":{"c":{"d":[1,"x"]}}}',
  )
  expect(insertAt('{"a":[1,2]}', ['a'], 1, 9)).toBe('{"a":[1,9,2]}')
  expect(insertAt('{"a": [1, 2]}', ['a'], 2, 9)).toBe('{"a": [1, 2, 9]}')
})

test('a path without a place changes nothing', () => {
  expect(setAt(SPREAD, ['name', 'x'], 1)).toBe(SPREAD)
  expect(setAt(SPREAD, ['inputs', 7], 1)).toBe(SPREAD)
  expect(setAt(SPREAD, ['steps', 1, 'id'], 1)).toBe(SPREAD)
  expect(setAt('{"a" 1}', ['a'], 1)).toBe('{"a" 1}')
  expect(removeAt(SPREAD, ['inputs', 2])).toBe(SPREAD)
  expect(moveItem(SPREAD, ['inputs'], 0, 2)).toBe(SPREAD)
})

test('parts are removed with their comma', () => {
  expect(removeAt(SPREAD, ['price'])).toBe(SPREAD.replace('"price": 1.50,\n\n    ', ''))
  expect(removeAt(SPREAD, ['extra'])).toBe(SPREAD.replace(',\n    "extra": {}', ''))
  expect(removeAt('{"a": [ 1 ]}', ['a', 0])).toBe('{"a": []}')
  expect(removeAt('{"a": 1, "a": 2, "b": 3}', ['a'])).toBe('{"b": 3}')
})

test('items change places, each with its own writing', () => {
  expect(moveItem(SPREAD, ['inputs'], 0, 1)).toBe(
    SPREAD.replace(
      '{"key": "a", "x-mine": [1,  2]},\n        { "key":"b" }',
      '{ "key":"b" },\n        {"key": "a", "x-mine": [1,  2]}',
    ),
  )
})

test('an item is put between lines', () => {
  expect(insertAt(SPREAD, ['inputs'], 1, { key: 'n' })).toBe(
    SPREAD.replace('2]},', '2]},\n        {\n            "key": "n"\n        },'),
  )
  expect(insertAt('{\r\n\t"a": []\r\n}', ['a'], 0, 1)).toBe('{\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n}')
})
