import type { JsonPath } from '../../../../lib/json-path.ts'
import { findNode, removeAt, setAt } from '../json/edit-text.ts'
import { readJson } from '../json/read-json.ts'
import { orderOf } from './recipe-order.ts'

/** The text with a field's value, or without the field where the value is undefined. */
export function setField(text: string, path: JsonPath, value: unknown): string {
  if (value !== undefined) return setAt(text, path, value, orderOf)
  const left = removeAt(text, path)
  const holder = path.slice(0, -1)
  return left !== text && holder.at(-1) === 'params' && isEmpty(left, holder)
    ? removeAt(left, holder)
    : left
}

function isEmpty(text: string, path: JsonPath): boolean {
  const read = readJson(text)
  const node = read.ok ? findNode(read.root, path) : undefined
  return node?.type === 'object' && node.members.length === 0
}
