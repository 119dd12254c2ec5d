import type { JsonPath } from '../../../../lib/json-path.ts'
import { findMember, findNode } from './find-node.ts'
import { insertPart } from './insert-part.ts'
import { isSame } from './is-same.ts'
import type { JsonNode, ObjectNode } from './json-node.ts'
import { isSpread } from './parts-of.ts'
import { readJson } from './read-json.ts'
import { removeAt } from './remove-at.ts'
import { findStyle, indentAt } from './text-style.ts'
import { writeMember, writeValue } from './write-value.ts'

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
