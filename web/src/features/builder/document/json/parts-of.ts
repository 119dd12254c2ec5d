import type { JsonNode } from './json-node.ts'

export interface Part {
  from: number
  to: number
}

/** The members or items of a value, each from its first character to its last. */
export function partsOf(node: JsonNode): Part[] {
  if (node.type === 'array') return node.items
  if (node.type !== 'object') return []
  return node.members.map(({ from, value }) => ({ from, to: value.to }))
}

/** Whether the parts of a value stand on lines of their own. */
export function isSpread(text: string, node: JsonNode): boolean {
  const [first] = partsOf(node)
  return first !== undefined && text.slice(node.from, first.from).includes('\n')
}
