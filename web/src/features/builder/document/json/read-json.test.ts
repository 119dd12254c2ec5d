import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonNode, readJson } from './read-json.ts'

test.each([
  ['{"a":1 "b":2}', 1, 6, 'a comma is missing'],
  ['{\n  "a": 1\n  "b": 2\n}', 2, 10, 'a comma is missing'],
  ['{"a": 1,}', 1, 7, 'there is a comma too many'],
  ['{"a": 1,, "b": 2}', 1, 8, 'there is a comma too many'],
  ['[1, 2,]', 1, 5, 'there is a comma too many'],
  ['[1,,2]', 1, 3, 'a value is missing'],
  ['{"a" 1}', 1, 4, 'a colon is missing after "a"'],
  ['{"a": }', 1, 5, 'a value is missing'],
  ['{"a": 1', 1, 7, 'a } is missing'],
  ['{"a": 1]', 1, 7, 'a } is missing'],
  ['[1, 2', 1, 5, 'a ] is missing'],
  ['[1, {"a": 2]', 1, 11, 'a } is missing'],
  ['[', 1, 1, 'a ] is missing'],
  ['{', 1, 1, 'a } is missing'],
  ['{"a":', 1, 5, 'the text ends before its last value'],
  ['{"a": "x\n"}', 1, 8, 'a closing quote is missing'],
  ['{"a": "x\\y"}', 1, 8, 'a backslash must be written twice'],
  ['{"a": "x\ty"}', 1, 8, 'a text may not hold a tab or another control character'],
  ['{price: 1}', 1, 1, 'the name price needs double quotes'],
  ["{'a': 1}", 1, 1, 'a name needs double quotes'],
  ['{"a": \'b\'}', 1, 6, 'texts need double quotes'],
  ['{"a": tru}', 1, 6, 'tru is no value; texts need double quotes'],
  ['{"a": 01}', 1, 6, '01 is no number'],
  ['{"a": 1.}', 1, 6, '1. is no number'],
  ['{"a": 1}}', 1, 8, 'this } closes nothing'],
  ['{"a": 1} {', 1, 9, 'the document ended above; nothing may follow'],
  ['{"a": 1} // c', 1, 9, 'JSON has no comments'],
  ['{\n // c\n"a": 1}', 2, 3, 'JSON has no comments'],
  ['', 1, 0, 'the text is empty'],
])('%j is told in words', (text, line, at, message) => {
  expect(readJson(text)).toEqual({ ok: false, fault: { line, at, message } })
})

test('a deep text is refused in words and does not exhaust the stack', () => {
  const read = readJson('['.repeat(200_000))
  expect(read).toMatchObject({ ok: false, fault: { message: 'the brackets are nested too deep' } })
})

/** The value that the places of a tree hold. */
function valueOf(node: JsonNode, text: string): unknown {
  if (node.type === 'array') return node.items.map((item) => valueOf(item, text))
  if (node.type !== 'object') return JSON.parse(text.slice(node.from, node.to))
  const members = node.members.map(({ name, from, nameTo, value }) => {
    expect(JSON.parse(text.slice(from, nameTo))).toBe(name)
    return [name, valueOf(value, text)] as const
  })
  return Object.fromEntries(members)
}

const scribble = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"b"',
      '1',
      '-',
      '0',
      '.5',
      'e',
      '+',
      ' ',
      '\n',
      'true',
      'null',
      '\\',
      '\\u0041',
      '\u00a0',
      '/',
      'x',
      '\t',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const spaced = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, 2, '\t'))
  .map(([json, indent]) => JSON.stringify(JSON.parse(json), null, indent))
/** A good text with one scribble in place of some characters. */
const broken = fc.tuple(spaced, fc.nat(), fc.nat(3), scribble).map(([text, at, length, mark]) => {
  const from = at % (text.length + 1)
  return text.slice(0, from) + mark + text.slice(from + length)
})

test('reads exactly what JSON.parse reads, at the same places', () => {
  fc.assert(
    fc.property(fc.oneof(scribble, spaced, broken), (text) => {
      const read = readJson(text)
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        expect(read.ok).toBe(false)
        return
      }
      if (!read.ok) throw new Error(read.fault.message)
      expect(valueOf(read.root, text)).toEqual(value)
    }),
    { numRuns: 2000 },
  )
})
