import type { JsonPath } from '../../../../lib/json-path.ts'
import { findNode } from './find-node.ts'
import { insertPart } from './insert-part.ts'
import { readJson } from './read-json.ts'
import { type NameOrder, setAt } from './set-at.ts'
import { findStyle } from './text-style.ts'
import { writeValue } from './write-value.ts'

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
