import type { ArrayNode, ObjectNode } from './json-node.ts'
import { isSpread, partsOf } from './parts-of.ts'
import { indentAt, type TextStyle } from './text-style.ts'

/**
 * Puts a member or item at `index` among the parts of a value. `write` gets the indentation of the
 * new part's line, or undefined where the parts share one line.
 */
export function insertPart(
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
