import type { ProviderView } from '@vignette/contract/app.ts'
import type { JsonPath } from '../../../../lib/json-path.ts'
import type { SchemaNode } from './schema-node.ts'

interface Suggestion {
  value: string | number | boolean
  detail?: string
  info?: string
}

/** Inputs and steps that a {{reference}} may name, also from text that does not parse. */
export function suggestNames(text: string): { label: string; detail: string }[] {
  const steps = readIds(text, 'id').map((label) => ({ label, detail: 'step' }))
  return [...readIds(text, 'key').map((label) => ({ label, detail: 'input' })), ...steps]
}

export function suggestValues(
  path: JsonPath,
  text: string,
  providers: readonly ProviderView[],
  schema: SchemaNode | undefined,
): Suggestion[] {
  const last = path.at(-1)
  if (path.length === 1 && last === 'output') {
    return readIds(text, 'id').map((value) => ({ value, detail: 'step' }))
  }
  if (path[0] === 'steps' && path.length === 3) {
    if (last === 'provider') return providers.map(describeProvider)
    if (last === 'function_type') {
      const chosen = readStep(text, path[1]).provider
      return providers
        .filter((one) => chosen === undefined || one.id === chosen)
        .flatMap((one) =>
          one.functions.map((f) => ({
            value: f.function_type,
            detail: one.id,
            info: f.description,
          })),
        )
    }
  }
  if (path[0] === 'inputs' && path.length === 3 && last === 'type') {
    return (schema?.description ?? '').split(', ').map((value) => ({ value }))
  }
  if (schema?.enum) return schema.enum.filter(isPlain).map((value) => ({ value }))
  if (schema?.type === 'boolean') return [{ value: true }, { value: false }]
  return []
}

/** The schema of a step's params: the provider's own, for the step's function. */
export function paramSchema(
  text: string,
  index: JsonPath[number] | undefined,
  providers: readonly ProviderView[],
): SchemaNode | undefined {
  const step = readStep(text, index)
  return providers
    .find((one) => one.id === step.provider)
    ?.functions.find((one) => one.function_type === step.function_type)?.params as
    | SchemaNode
    | undefined
}

function describeProvider(provider: ProviderView): Suggestion {
  return {
    value: provider.id,
    detail: provider.available ? 'available' : 'not set up here',
    info: provider.missing ?? provider.description,
  }
}

/** By pattern and not by parsing, because the text rarely parses during typing. */
function readIds(text: string, name: 'id' | 'key'): string[] {
  const found = [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]+)"`, 'g'))]
  return [...new Set(found.map((match) => match[1] ?? ''))]
}

function readStep(text: string, index: JsonPath[number] | undefined) {
  const steps = /"steps"\s*:\s*\[/.exec(text)
  if (!steps || typeof index !== 'number') return {}
  const body = splitObjects(text.slice(steps.index + steps[0].length))[index] ?? ''
  const read = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"]+)"`).exec(body)?.[1]
  return { provider: read('provider'), function_type: read('function_type') }
}

/** Splits a list by its outer braces; braces in strings are ignored. */
function splitObjects(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  let quoted = false
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i]
    if (sign === '\\' && quoted) i += 1
    else if (sign === '"') quoted = !quoted
    else if (quoted) continue
    else if (sign === '{' || sign === '[') {
      if (depth === 0) from = i
      depth += 1
    } else if (sign === '}' || sign === ']') {
      if (depth === 0) break
      depth -= 1
      if (depth === 0) found.push(text.slice(from, i + 1))
    }
  }
  if (depth > 0) found.push(text.slice(from))
  return found
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
