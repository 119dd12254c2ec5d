import type { JsonPath } from './json-path.ts'
import schema from './recipe-schema.json' with { type: 'json' }

/** The part of JSON Schema that the contract's recipe uses. */
export interface SchemaNode {
  type?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: SchemaNode[]
  properties?: Record<string, SchemaNode>
  required?: string[]
  items?: SchemaNode
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

export const recipeSchema: SchemaNode = schema

/** What the schema says of a place; of alternatives, the first that has such a place. */
export function schemaAt(path: JsonPath, node: SchemaNode = recipeSchema): SchemaNode | undefined {
  const [part, ...rest] = path
  if (part === undefined) return node
  const here = [node, ...(node.anyOf ?? [])]
  for (const one of here) {
    const child = typeof part === 'number' ? one.items : one.properties?.[part]
    if (child) return schemaAt(rest, child)
  }
  return undefined
}
