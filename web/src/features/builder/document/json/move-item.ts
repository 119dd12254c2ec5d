import type { JsonPath } from '../../../../lib/json-path.ts'
import { findNode } from './find-node.ts'
import { readJson } from './read-json.ts'

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
