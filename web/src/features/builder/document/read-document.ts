import { type JsonNode, readJson, type TextFault } from './json/read-json.ts'
import { isParts, type Parts } from './read-parts.ts'

/** A text that is a JSON object, with its value and tree. */
export interface GoodText {
  text: string
  value: Parts
  root: JsonNode
}

type ReadDocument = { ok: true; good: GoodText } | { ok: false; fault: TextFault }

export function readDocument(text: string): ReadDocument {
  const read = readJson(text)
  if (!read.ok) return read
  const value: unknown = JSON.parse(text)
  if (isParts(value)) return { ok: true, good: { text, value, root: read.root } }
  const line = text.slice(0, read.root.from).split('\n').length
  return { ok: false, fault: { at: read.root.from, line, message: 'a recipe begins with a {' } }
}
