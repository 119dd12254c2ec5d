import type { JsonPath } from '../../../../lib/json-path.ts'
import { findMember, findNode } from './find-node.ts'
import { readJson } from './read-json.ts'
import { removeAt } from './remove-at.ts'

/** The text with another name for the member at a path; a name that is taken changes nothing. */
export function renameKey(text: string, path: JsonPath, name: string): string {
  const read = readJson(text)
  const last = path.at(-1)
  const holder = read.ok ? findNode(read.root, path.slice(0, -1)) : undefined
  if (!holder || typeof last !== 'string' || findMember(holder, name)) return text
  const member = findMember(holder, last)
  if (!member) return text
  const renamed = text.slice(0, member.from) + JSON.stringify(name) + text.slice(member.nameTo)
  return removeAt(renamed, path)
}
