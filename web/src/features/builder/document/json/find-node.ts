import type { JsonPath } from '../../../../lib/json-path.ts'
import type { JsonMember, JsonNode } from './json-node.ts'

export function findNode(root: JsonNode, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root
  for (const part of path) node = node && childOf(node, part)
  return node
}

function childOf(node: JsonNode, part: string | number): JsonNode | undefined {
  if (typeof part === 'number') return node.type === 'array' ? node.items[part] : undefined
  return findMember(node, part)?.value
}

/** Of a name that is written twice, the last counts, as for JSON.parse. */
export function findMember(node: JsonNode, name: string): JsonMember | undefined {
  return node.type === 'object' ? node.members.findLast((one) => one.name === name) : undefined
}
