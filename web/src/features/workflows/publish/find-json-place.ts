import type { SyntaxNode, Tree } from '@lezer/common'
import type { JsonPath } from '../../../lib/json-path.ts'

export interface Place {
  from: number
  to: number
}

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

/** The text position of a path; for a missing path, its nearest existing parent's. */
export function findJsonPlace(tree: Tree, text: string, path: JsonPath): Place {
  let node = valuesOf(tree.topNode)[0]
  if (!node) return { from: 0, to: Math.min(1, text.length) }
  let place: Place = markOf(node)
  for (const part of path) {
    const next: SyntaxNode | undefined =
      typeof part === 'number' ? valuesOf(node)[part] : propertyOf(node, text, part)
    if (!next) break
    // Marks a property at its name; the walk continues at its value.
    const value: SyntaxNode = next.name === 'Property' ? (valuesOf(next)[0] ?? next) : next
    place = isShort(value) ? { from: value.from, to: value.to } : markOf(next)
    node = value
  }
  return place
}

/** The path of the value or property at a position, for completion. */
export function pathAt(node: SyntaxNode, text: string): JsonPath {
  const path: JsonPath = []
  for (let at: SyntaxNode | null = node; at?.parent; at = at.parent) {
    if (at.name === 'Property') path.unshift(nameOf(at, text))
    else if (at.parent.name === 'Array') {
      const from = at.from
      path.unshift(valuesOf(at.parent).filter((one) => one.from < from).length)
    }
  }
  return path
}

export function nameOf(property: SyntaxNode, text: string): string {
  const name = property.getChild('PropertyName')
  const raw = name ? text.slice(name.from, name.to) : ''
  try {
    return String(JSON.parse(raw))
  } catch {
    return raw.replace(/^"|"$/g, '')
  }
}

function valuesOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (VALUES.has(child.name)) found.push(child)
  }
  return found
}

function propertyOf(node: SyntaxNode, text: string, name: string): SyntaxNode | undefined {
  return node.getChildren('Property').find((one) => nameOf(one, text) === name)
}

function isShort(node: SyntaxNode): boolean {
  return node.name !== 'Object' && node.name !== 'Array'
}

/** Marks an object or list at its opening bracket or name, not on all its lines. */
function markOf(node: SyntaxNode): Place {
  const name = node.name === 'Property' ? node.getChild('PropertyName') : null
  if (name) return { from: name.from, to: name.to }
  return isShort(node) ? { from: node.from, to: node.to } : { from: node.from, to: node.from + 1 }
}
