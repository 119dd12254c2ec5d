import { z } from 'zod'
import { ProviderError } from '../spec.ts'

// Bodies as in comfyanonymous/ComfyUI execution.py (validate_prompt, validate_inputs).

const graphNode = z.looseObject({
  class_type: z.string().optional(),
  _meta: z.looseObject({ title: z.string().optional() }).optional(),
})
type GraphNode = z.infer<typeof graphNode>

/** The nodes of a graph, of which only the names are read. */
export const namedGraph = z.record(z.string(), graphNode)
type NamedGraph = z.infer<typeof namedGraph>

const fault = z.looseObject({
  type: z.string().catch(''),
  message: z.string().catch(''),
  details: z.string().catch(''),
  extra_info: z
    .looseObject({
      input_name: z.string().optional(),
      received_value: z.unknown().optional(),
      input_config: z.unknown().optional(),
      class_type: z.string().nullish(),
      node_id: z.string().optional(),
    })
    .catch({}),
})
type NodeFault = z.infer<typeof fault>

const refusal = z.looseObject({
  error: fault,
  node_errors: z
    .record(
      z.string(),
      z.looseObject({ errors: z.array(fault), class_type: z.string().optional() }),
    )
    .catch({}),
})

/** So many nodes and values are named. */
const MOST_NODES = 3
const MOST_VALUES = 8
const MOST_WORDS = 300
const MOST_TOLD = 1000

/** What the server refused in a graph, by the titles of its nodes; undefined where the answer does not say. */
export function describeRefusal(text: string, graph: NamedGraph): ProviderError | undefined {
  const read = refusal.safeParse(parseJson(text))
  if (!read.success) return undefined
  const { error, node_errors } = read.data
  const nodes = Object.entries(node_errors).flatMap(([id, { errors, class_type }]) =>
    errors.map((one) => describeNodeFault(titleOf(graph[id], class_type ?? id), one)),
  )
  const told = (nodes.length > 0 ? listSome(nodes) : describeWhole(error, graph)).slice(
    0,
    MOST_TOLD,
  )
  return new ProviderError(
    'provider_rejected',
    'The generator did not accept this request. Try other inputs.',
    { retryable: false, byRecipe: true, told, cause: new Error(error.type) },
  )
}

const failedNode = z.looseObject({
  node_id: z.string().optional(),
  node_type: z.string().optional(),
  exception_message: z.string().optional(),
})

/** What a node said when it failed; its inputs, which hold the buyer's words, are left out. */
export function describeExecutionError(message: unknown, graph: NamedGraph): string | undefined {
  const read = failedNode.safeParse(message)
  if (!read.success) return undefined
  const { node_id = '', node_type = '', exception_message = '' } = read.data
  const [words = ''] = exception_message.trim().split('\n')
  if (!words) return undefined
  return `${titleOf(graph[node_id], node_type || node_id)}: ${words.slice(0, MOST_WORDS)}`
}

function titleOf(node: GraphNode | undefined, otherwise: string): string {
  return node?._meta?.title || node?.class_type || otherwise
}

/** A refusal that names no single input of a node. */
function describeWhole(
  { type, message, details, extra_info }: NodeFault,
  graph: NamedGraph,
): string {
  // Servers before 2025 say it in the message alone.
  const old = /^Cannot execute because node (.+) does not exist/.exec(message)?.[1]
  const missing = type === 'missing_node_type' ? extra_info.class_type : old
  if (missing) {
    const id = extra_info.node_id ?? /#([^']+)/.exec(details)?.[1] ?? ''
    const title = titleOf(graph[id], missing)
    const named = title === missing ? '' : `${title}: `
    return `${named}the node “${missing}” is not installed on this server.`
  }
  return [message, details].filter(Boolean).join(' ').slice(0, MOST_WORDS)
}

function describeNodeFault(
  title: string,
  { type, message, details, extra_info }: NodeFault,
): string {
  const name = extra_info.input_name
  if (type === 'value_not_in_list') {
    const wanted = sayValue(extra_info.received_value) ?? sayAfter(details)
    const values = valuesIn(extra_info.input_config)
    return `${title}: ${wanted} is not on this server.${values ? ` It has: ${values}.` : ''}`
  }
  if (type === 'required_input_missing') {
    return `${title}: the input “${name ?? details}” is missing.`
  }
  const about = name && !details.includes(name) ? ` (${name})` : ''
  return `${title}: ${message}${details ? `, ${details}` : ''}${about}`.slice(0, MOST_WORDS)
}

/** Of `ckpt_name: 'a.safetensors' not in […]`, the value. */
function sayAfter(details: string): string {
  const [before = ''] = details.split("' not in ")
  return before.split(": '")[1] ?? 'a value'
}

function sayValue(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The values of a list: `[[…], {}]`, or `["COMBO", { options: […] }]` of newer nodes. */
function valuesIn(config: unknown): string | undefined {
  if (!Array.isArray(config)) return undefined
  const [first, more] = config as unknown[]
  const listed = Array.isArray(first) ? first : (more as { options?: unknown } | undefined)?.options
  if (!Array.isArray(listed)) return undefined
  const values = listed.flatMap((one) => sayValue(one) ?? [])
  if (values.length === 0) return 'none'
  const rest = values.length - MOST_VALUES
  return `${values.slice(0, MOST_VALUES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function listSome(told: readonly string[]): string {
  const rest = told.length - MOST_NODES
  return `${told.slice(0, MOST_NODES).join(' ')}${rest > 0 ? ` And ${rest} more.` : ''}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
