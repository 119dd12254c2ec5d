import type { JsonPath } from '../../../../lib/json-path.ts'
import { type ArrayNode, type JsonNode, type ObjectNode, readJson } from './read-json.ts'

/** The names of an object in the order in which a writer puts them. */
export type NameOrder = (path: JsonPath) => readonly string[]

/**
 * The text with the value at a path, and every other character as it was. Objects that the path
 * names and the text lacks are made. A path that the text has no place for, and a value that is
 * there already, change nothing.
 */
export function setAt(text: string, path: JsonPath, value: unknown, order?: NameOrder): string {
  const read = readJson(text)
  if (!read.ok || value === undefined) return text
  const { root } = read
  const style = findStyle(text, root)
  const node = findNode(root, path)
  if (node) {
    const written: unknown = JSON.parse(text.slice(node.from, node.to))
    if (isSame(written, value)) return text
    const merged = merge(text, path, written, value, order)
    if (merged !== undefined) return merged
    const added = writeValue(value, style, lineOf(text, root, node, path))
    return text.slice(0, node.from) + added + text.slice(node.to)
  }
  const depth = findLastIndex(path, (at) => findNode(root, path.slice(0, at)) !== undefined)
  const holder = findNode(root, path.slice(0, depth))
  const [name, ...rest] = path.slice(depth)
  const wanted = rest.reduceRight<unknown>((inner, part) => wrap(part, inner), value)
  if (wanted === undefined || !holder) return text
  if (holder.type === 'object' && typeof name === 'string') {
    const index = placeOf(holder, name, order?.(path.slice(0, depth)) ?? [])
    return insertPart(text, holder, index, style, (indent) =>
      writeMember(name, writeValue(wanted, style, indent), style),
    )
  }
  if (holder.type === 'array' && name === holder.items.length) {
    return insertPart(text, holder, name, style, (indent) => writeValue(wanted, style, indent))
  }
  return text
}

/** Replaces an object by another: members that differ change, equal members keep their text as it was written. */
function merge(
  text: string,
  path: JsonPath,
  before: unknown,
  after: unknown,
  order: NameOrder | undefined,
): string | undefined {
  if (!isObject(before) || !isObject(after)) return undefined
  const kept = Object.keys(before).filter(
    (name) => Object.hasOwn(after, name) && after[name] !== undefined,
  )
  if (kept.length === 0) return undefined
  const gone = Object.keys(before).filter((name) => !kept.includes(name))
  const left = gone.reduce((result, name) => removeAt(result, [...path, name]), text)
  return Object.entries(after).reduce(
    (result, [name, value]) => setAt(result, [...path, name], value, order),
    left,
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list begins at its first item, so another number has no place. */
function wrap(part: string | number, inner: unknown): unknown {
  if (inner === undefined) return undefined
  if (typeof part === 'number') return part === 0 ? [inner] : undefined
  return Object.fromEntries([[part, inner]])
}

function findLastIndex(path: JsonPath, holds: (at: number) => boolean): number {
  let at = path.length
  while (at > 0 && !holds(at)) at -= 1
  return at
}

/** The indentation of a value that may spread over lines; undefined where its parent does not. */
function lineOf(text: string, root: JsonNode, node: JsonNode, path: JsonPath): string | undefined {
  const parent = path.length > 0 ? findNode(root, path.slice(0, -1)) : undefined
  const spreads = parent ? isSpread(text, parent) : text.trim().includes('\n')
  return spreads || isSpread(text, node) ? indentAt(text, node.from) : undefined
}

/** Behind the last name that stands before the new one in the order. */
function placeOf(holder: ObjectNode, name: string, order: readonly string[]): number {
  const rank = order.indexOf(name)
  if (rank < 0) return holder.members.length
  const earlier = order.slice(0, rank).map((one) => findMember(holder, one))
  const places = earlier.map((one) => (one ? holder.members.indexOf(one) + 1 : 0))
  return Math.max(0, ...places)
}

/** The text with a new item of the list at a path; a list that is missing is made. */
export function insertAt(
  text: string,
  path: JsonPath,
  index: number,
  value: unknown,
  order?: NameOrder,
): string {
  const read = readJson(text)
  if (!read.ok) return text
  const list = findNode(read.root, path)
  if (!list) return setAt(text, path, [value], order)
  if (list.type !== 'array') return text
  const style = findStyle(text, read.root)
  return insertPart(text, list, index, style, (indent) => writeValue(value, style, indent))
}

/** The text without the member or item at a path, and without the comma and spaces between. */
export function removeAt(text: string, path: JsonPath): string {
  const read = readJson(text)
  const last = path.at(-1)
  if (!read.ok || last === undefined) return text
  const holder = findNode(read.root, path.slice(0, -1))
  const index = holder ? indexOf(holder, last) : -1
  if (!holder || index < 0) return text
  const left = withoutPart(text, holder, index)
  // A name that is written twice would show its first value again.
  return typeof last === 'string' ? removeAt(left, path) : left
}

function withoutPart(text: string, holder: JsonNode, index: number): string {
  const parts = partsOf(holder)
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]]
  const cut = (from: number, to: number) => text.slice(0, from) + text.slice(to)
  if (part && after) return cut(part.from, after.from)
  if (part && before) return cut(before.to, part.to)
  return cut(holder.from + 1, holder.to - 1)
}

function indexOf(holder: JsonNode, last: string | number): number {
  if (holder.type === 'array') return typeof last === 'number' && holder.items[last] ? last : -1
  return holder.type === 'object' ? holder.members.findIndex((one) => one.name === last) : -1
}

/** The text with one item of a list at another place; what stands between the items stays. */
export function moveItem(text: string, path: JsonPath, from: number, to: number): string {
  const read = readJson(text)
  const list = read.ok ? findNode(read.root, path) : undefined
  if (list?.type !== 'array' || !list.items[from] || !list.items[to]) return text
  const written = list.items.map((item) => text.slice(item.from, item.to))
  const moved = written.toSpliced(from, 1).toSpliced(to, 0, written[from] ?? '')
  let result = text.slice(0, list.from)
  let at = list.from
  list.items.forEach((slot, index) => {
    result += text.slice(at, slot.from) + (moved[index] ?? '')
    at = slot.to
  })
  return result + text.slice(at)
}

export function findNode(root: JsonNode, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root
  for (const part of path) node = node && childOf(node, part)
  return node
}

function childOf(node: JsonNode, part: string | number): JsonNode | undefined {
  if (typeof part === 'number') return node.type === 'array' ? node.items[part] : undefined
  return findMember(node, part)?.value
}

/** Of a name that is written twice, the last counts, as for JSON.parse. */
function findMember(node: JsonNode, name: string): ObjectNode['members'][number] | undefined {
  return node.type === 'object' ? node.members.findLast((one) => one.name === name) : undefined
}

/**
 * Puts a member or item at `index` among the parts of a value. `write` gets the indentation of the
 * new part's line, or undefined where the parts share one line.
 */
function insertPart(
  text: string,
  node: ObjectNode | ArrayNode,
  index: number,
  style: TextStyle,
  write: (indent: string | undefined) => string,
): string {
  const put = (from: number, added: string, to = from) =>
    text.slice(0, from) + added + text.slice(to)
  const parts = partsOf(node)
  const before = parts[Math.min(index, parts.length) - 1]
  const after = parts[Math.max(index, 0)]
  if (!before && !after) {
    const own = indentAt(text, node.from)
    if (!isOnManyLines(text)) return put(node.from + 1, write(undefined), node.to - 1)
    const indent = own + style.indent
    const added = style.lineEnd + indent + write(indent) + style.lineEnd + own
    return put(node.from + 1, added, node.to - 1)
  }
  if (!isSpread(text, node)) {
    if (before) return put(before.to, style.comma + write(undefined))
    return put(after?.from ?? node.from + 1, write(undefined) + style.comma)
  }
  const indent = indentAt(text, parts[0]?.from ?? node.from)
  const gap = style.lineEnd + indent
  if (before) return put(before.to, `,${gap}${write(indent)}`)
  return put(after?.from ?? node.from + 1, `${write(indent)},${gap}`)
}

/** A text on one line stays on one line. */
function isOnManyLines(text: string): boolean {
  return text.trim().includes('\n') || text.trim() === '{}'
}

interface Part {
  from: number
  to: number
}

/** The members or items of a value, each from its first character to its last. */
function partsOf(node: JsonNode): Part[] {
  if (node.type === 'array') return node.items
  if (node.type !== 'object') return []
  return node.members.map(({ from, value }) => ({ from, to: value.to }))
}

/** Whether the parts of a value stand on lines of their own. */
function isSpread(text: string, node: JsonNode): boolean {
  const [first] = partsOf(node)
  return first !== undefined && text.slice(node.from, first.from).includes('\n')
}

/** How a JSON text is laid out, so that what an edit adds looks like the rest. */
interface TextStyle {
  /** What one level is indented by. */
  indent: string
  lineEnd: '\n' | '\r\n'
  /** Between a name and its value. */
  colon: string
  /** Between two parts on one line. */
  comma: string
}

function findStyle(text: string, root: JsonNode): TextStyle {
  const first = root.type === 'object' ? root.members[0] : undefined
  return {
    indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
    colon: first ? text.slice(first.nameTo, first.value.from) : ': ',
    comma: /,[ \t]*\S/.exec(text)?.[0].slice(0, -1) ?? ', ',
  }
}

/** The spaces at the beginning of the line of a place. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** A value as JSON, on one line or, with the indentation of its line, spread over several. */
function writeValue(value: unknown, style: TextStyle, indent: string | undefined): string {
  if (indent === undefined) return writeOnOneLine(value, style)
  return JSON.stringify(value, null, style.indent).replaceAll('\n', style.lineEnd + indent)
}

function writeOnOneLine(value: unknown, style: TextStyle): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => writeOnOneLine(item, style)).join(style.comma)}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => writeMember(name, writeOnOneLine(member, style), style))
  return `{${members.join(style.comma)}}`
}

function writeMember(name: string, value: string, { colon }: TextStyle): string {
  return JSON.stringify(name) + (colon.includes('\n') ? ': ' : colon) + value
}

/** Whether two JSON values are equal; the order of names in an object does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const entries = Object.entries(a)
  if (entries.length !== Object.keys(b).length) return false
  return entries.every(
    ([name, value]) =>
      Object.hasOwn(b, name) && isSame(value, (b as Record<string, unknown>)[name]),
  )
}
