import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonPath } from '../../../../lib/json-path.ts'
import { findNode, insertAt, moveItem, removeAt, setAt } from './edit-text.ts'
import { type JsonNode, readJson } from './read-json.ts'

const name = fc.constantFrom('a', 'b', 'c', 'name with "quotes"', '{{x}}', '__proto__', '')
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(name, tie('value')), { maxLength: 4 })
      .map((members) => Object.fromEntries(members)),
  ),
}))

/** A text with spaces of every kind wherever JSON allows them. */
const text = fc
  .tuple(value, fc.array(fc.constantFrom('', ' ', '\n', '\r\n  ', '\t', '  '), { minLength: 1 }))
  .map(([document, spaces]) => {
    let turn = 0
    const space = () => spaces[turn++ % spaces.length] ?? ''
    return `${space()}${spread(document, space)}${space()}`
  })

function spread(document: unknown, space: () => string): string {
  const parts = (list: string[]) => list.map((part) => space() + part + space()).join(',')
  if (Array.isArray(document)) return `[${parts(document.map((item) => spread(item, space)))}]`
  if (typeof document !== 'object' || document === null) return JSON.stringify(document)
  const members = Object.entries(document).map(
    ([key, member]) => `${JSON.stringify(key)}${space()}:${space()}${spread(member, space)}`,
  )
  return `{${parts(members)}}`
}

function pathsOf(node: JsonNode, path: JsonPath = []): JsonPath[] {
  if (node.type === 'array') {
    return [path, ...node.items.flatMap((item, at) => pathsOf(item, [...path, at]))]
  }
  if (node.type !== 'object') return [path]
  return [path, ...node.members.flatMap((one) => pathsOf(one.value, [...path, one.name]))]
}

/** The writing of every value whose path does not begin with one of these. */
function writingsBeside(of: string, beside: JsonPath): string[] {
  const read = readJson(of)
  if (!read.ok) throw new Error(read.fault.message)
  return pathsOf(read.root)
    .filter((path) => !startsWith(path, beside) && !startsWith(beside, path))
    .map((path) => {
      const node = findNode(read.root, path)
      return `${JSON.stringify(path)} ${of.slice(node?.from, node?.to)}`
    })
}

function startsWith(path: JsonPath, start: JsonPath): boolean {
  return start.every((part, at) => path[at] === part)
}

function pick(of: string, choice: number): JsonPath {
  const read = readJson(of)
  const paths = read.ok ? pathsOf(read.root) : []
  return paths[choice % paths.length] ?? []
}

function valueAt(document: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((inner, part) => Reflect.get(Object(inner), part), document)
}

test('a value that is set stands at its path, and every other value keeps its writing', () => {
  fc.assert(
    fc.property(text, fc.nat(), value, (before, choice, wanted) => {
      const path = pick(before, choice)
      const after = setAt(before, path, wanted)
      expect(valueAt(JSON.parse(after), path)).toEqual(wanted)
      expect(writingsBeside(after, path)).toEqual(writingsBeside(before, path))
    }),
    { numRuns: 500 },
  )
})

test('a new member stands beside the old members, whose text does not change', () => {
  fc.assert(
    fc.property(text, fc.nat(), value, fc.nat(4), (before, choice, wanted, rank) => {
      const read = readJson(before)
      const holder = pathsOf(read.ok ? read.root : { type: 'null', from: 0, to: 0 }).filter(
        (path) => read.ok && findNode(read.root, path)?.type === 'object',
      )
      fc.pre(holder.length > 0)
      const path = [...(holder[choice % holder.length] ?? []), 'new']
      const order = () => ['a', 'b', 'c', ''].toSpliced(rank, 0, 'new')
      const after = setAt(before, path, wanted, order)
      expect(valueAt(JSON.parse(after), path)).toEqual(wanted)
      expect(writingsBeside(after, path)).toEqual(writingsBeside(before, path))
      expect(JSON.parse(removeAt(after, path))).toEqual(JSON.parse(before))
    }),
    { numRuns: 500 },
  )
})

test('items are put in, moved and taken out as those of a list', () => {
  const items = fc.array(value, { maxLength: 5 })
  fc.assert(
    fc.property(items, text, fc.nat(5), fc.nat(5), value, (list, other, from, to, wanted) => {
      const before = `{"x": ${other}, "list":${spread(list, () => ' ')}, "y": ${other}}`
      const read = (after: string) => (JSON.parse(after) as { list: unknown[] }).list
      const at = Math.min(from, list.length)
      const put = insertAt(before, ['list'], at, wanted)
      expect(read(put)).toEqual(list.toSpliced(at, 0, wanted))
      expect(writingsBeside(put, ['list'])).toEqual(writingsBeside(before, ['list']))
      expect(read(removeAt(put, ['list', at]))).toEqual(list)
      const moved = moveItem(before, ['list'], from, to)
      const isThere = from < list.length && to < list.length
      expect(read(moved)).toEqual(
        isThere ? list.toSpliced(from, 1).toSpliced(to, 0, list[from]) : list,
      )
      expect(moved.length).toBe(before.length)
    }),
    { numRuns: 500 },
  )
})
