import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
} from '@codemirror/autocomplete'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { SyntaxNode } from '@lezer/common'
import type { ProviderView } from '@vignette/contract/app.ts'
import type { JsonPath } from '../../../../lib/json-path.ts'
import { nameOf, pathAt } from '../find-json-place.ts'
import { type SchemaNode, schemaAt } from './schema-node.ts'
import { paramSchema, suggestNames, suggestValues } from './suggest-values.ts'

/** Completions at the cursor: the schema's names and values, providers, steps, references. */
export function completeRecipe(getProviders: () => readonly ProviderView[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos } = context
    const text = state.doc.toString()
    // The editor parses in slices of 20 ms, of which a busy machine needs more than one.
    const tree = ensureSyntaxTree(state, pos, 200) ?? syntaxTree(state)
    const node = tree.resolveInner(pos, -1)
    const reference = context.matchBefore(/\{\{\s*[\w.-]*$/)
    if (reference && node.name === 'String') {
      const from = reference.from + (/^\{\{\s*/.exec(reference.text)?.[0].length ?? 2)
      const closed = /^\s*\}\}/.test(text.slice(pos))
      const options = suggestNames(text).map((one) => ({
        ...one,
        apply: closed ? one.label : `${one.label}}}`,
      }))
      return { from, options, validFor: /^[\w.-]*$/ }
    }
    if (node.name === 'PropertyName') return completeName(node, text, getProviders())
    if (node.name === 'Object' && context.explicit) {
      return { from: pos, options: nameOptions(node, text, getProviders(), true) }
    }
    return completeValue(context, node, text, getProviders())
  }
}

function completeName(
  node: SyntaxNode,
  text: string,
  providers: readonly ProviderView[],
): CompletionResult | null {
  const object = node.parent?.parent
  if (object?.name !== 'Object') return null
  const hasValue = text
    .slice(node.to, node.to + 2)
    .trimStart()
    .startsWith(':')
  return {
    from: node.from,
    to: node.to,
    options: nameOptions(object, text, providers, !hasValue),
    validFor: /^"?[\w-]*"?$/,
  }
}

function nameOptions(
  object: SyntaxNode,
  text: string,
  providers: readonly ProviderView[],
  withValue: boolean,
): Completion[] {
  const schema = schemaFor(pathAt(object, text), text, providers)
  const taken = new Set(object.getChildren('Property').map((one) => nameOf(one, text)))
  return Object.entries(schema?.properties ?? {})
    .filter(([name]) => !taken.has(name))
    .map(([name, child]) => ({
      // The label includes the quote, because the typed text starts with a quote.
      label: `"${name}"`,
      displayLabel: name,
      type: 'property',
      boost: schema?.required?.includes(name) ? 1 : 0,
      detail: schema?.required?.includes(name) ? 'required' : '',
      ...(child.description ? { info: child.description } : {}),
      apply: withValue ? `"${name}": ${emptyValue(child)}` : `"${name}"`,
    }))
}

function completeValue(
  context: CompletionContext,
  node: SyntaxNode,
  text: string,
  providers: readonly ProviderView[],
): CompletionResult | null {
  const inside = node.name === 'String' || node.name === 'Number'
  const after = node.name === 'Property' || node.name === '⚠'
  if (!inside && !(after && context.explicit)) return null
  const path = pathAt(node, text)
  const values = suggestValues(path, text, providers, schemaFor(path, text, providers))
  if (values.length === 0) return null
  const options = values.map((one) => ({
    ...one,
    label: JSON.stringify(one.value),
    displayLabel: String(one.value),
  }))
  if (!inside) return { from: context.pos, options }
  // Replaces the whole value, so that the closing quote is not doubled.
  const from = node.from
  return {
    from,
    to: node.to,
    options: options.map((one) => ({
      ...one,
      apply: (view, completion, _from, to) =>
        view.dispatch(
          insertCompletionText(view.state, completion.label, from, Math.max(to, node.to)),
        ),
    })),
    filter: true,
  }
}

function schemaFor(
  path: JsonPath,
  text: string,
  providers: readonly ProviderView[],
): SchemaNode | undefined {
  const at = path.indexOf('params')
  if (path[0] !== 'steps' || at !== 2) return schemaAt(path)
  const params = paramSchema(text, path[1], providers)
  return params && schemaAt(path.slice(3), params)
}

function emptyValue(schema: SchemaNode): string {
  const type = schema.type ?? schema.anyOf?.[0]?.type
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (type === 'string') return '""'
  if (type === 'array') return '[]'
  if (type === 'object') return '{}'
  return type === 'boolean' ? 'true' : '0'
}
