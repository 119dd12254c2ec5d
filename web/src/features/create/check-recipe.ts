import { checkReferences } from './check-references.ts'
import type { Fault } from './fault.ts'
import { formatJsonPath, type JsonPath } from './json-path.ts'
import { recipeSchema, type SchemaNode } from './schema-node.ts'

/** The faults that can be told while typing; the server judges again and knows more. */
export function checkRecipe(value: unknown): Fault[] {
  return [...checkNode(value, recipeSchema, []), ...checkReferences(value)]
}

function checkNode(value: unknown, node: SchemaNode, path: JsonPath): Fault[] {
  const fault = (message: string): Fault[] => [{ path: formatJsonPath(path), message }]
  if (node.anyOf) {
    const tries = node.anyOf.map((one) => checkNode(value, one, path))
    if (tries.some((faults) => faults.length === 0)) return []
    // The alternative of the right type says best what is wrong.
    const near = node.anyOf.findIndex((one) => hasType(value, one.type))
    return near >= 0 ? (tries[near] ?? []) : fault(`must be ${listTypes(node.anyOf)}`)
  }
  if (!hasType(value, node.type)) return fault(`must be ${article(node.type)}`)
  if (node.const !== undefined && value !== node.const)
    return fault(`must be ${JSON.stringify(node.const)}`)
  if (node.enum && !node.enum.includes(value)) {
    return fault(`must be one of ${node.enum.join(', ')}`)
  }
  if (typeof value === 'string') return checkText(value, node, fault)
  if (typeof value === 'number') {
    if (node.minimum !== undefined && value < node.minimum) {
      return fault(`must be at least ${node.minimum}`)
    }
    if (node.maximum !== undefined && value > node.maximum) {
      return fault(`must be at most ${node.maximum}`)
    }
    return []
  }
  if (Array.isArray(value)) return checkList(value, node, path, fault)
  if (typeof value === 'object' && value !== null) {
    return checkObject(value as Record<string, unknown>, node, path)
  }
  return []
}

type MakeFault = (message: string) => Fault[]

function checkText(value: string, node: SchemaNode, fault: MakeFault): Fault[] {
  if (node.minLength && value.trim().length < node.minLength) return fault('must not be empty')
  if (node.maxLength && value.length > node.maxLength) {
    return fault(`must be at most ${node.maxLength} characters, is ${value.length}`)
  }
  if (node.pattern && !new RegExp(node.pattern).test(value)) {
    return fault(node.pattern.includes('x') ? 'must look like 1024x768' : 'has the wrong format')
  }
  return []
}

function checkList(value: unknown[], node: SchemaNode, path: JsonPath, fault: MakeFault): Fault[] {
  const { items } = node
  const faults: Fault[] = []
  if (node.minItems && value.length < node.minItems) {
    faults.push(...fault(`must have at least ${node.minItems}`))
  }
  if (node.maxItems !== undefined && value.length > node.maxItems) {
    faults.push(...fault(`must have at most ${node.maxItems}, has ${value.length}`))
  }
  if (items) value.forEach((one, i) => faults.push(...checkNode(one, items, [...path, i])))
  return faults
}

function checkObject(value: Record<string, unknown>, node: SchemaNode, path: JsonPath): Fault[] {
  const missing = (node.required ?? []).filter((key) => !(key in value))
  const faults = missing.map((key) => ({
    path: formatJsonPath(path),
    message: `${key} is missing`,
  }))
  for (const [key, child] of Object.entries(node.properties ?? {})) {
    if (key in value) faults.push(...checkNode(value[key], child, [...path, key]))
  }
  return faults
}

function hasType(value: unknown, type: string | undefined): boolean {
  if (type === undefined) return true
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'object') {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
  return typeof value === type
}

function listTypes(nodes: SchemaNode[]): string {
  return nodes.map((one) => article(one.type)).join(' or ')
}

function article(type: string | undefined): string {
  if (type === 'null') return 'null'
  if (type === 'array') return 'a list'
  if (type === 'string') return 'a text'
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return 'a whole number'
  return type === 'object' ? 'an object' : `a ${type ?? 'value'}`
}
