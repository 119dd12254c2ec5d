import { documentSchema } from '@vignette/contract/check-document.ts'
import type { JsonPath } from '../../../../lib/json-path.ts'

/** The part of JSON Schema that completion reads. */
export interface SchemaNode {
  type?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: SchemaNode[]
  properties?: Record<string, SchemaNode>
  required?: string[]
  items?: SchemaNode
  maxLength?: number
}

const recipeSchema = documentSchema as SchemaNode

/** The schema of a place; of alternatives, the first with such a place. */
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
