import type { JsonPath } from '../../../../lib/json-path.ts'
import { findNode } from './find-node.ts'
import type { JsonNode } from './json-node.ts'
import { partsOf } from './parts-of.ts'
import { readJson } from './read-json.ts'

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
