import type { NodeInfo, NodeInput } from './comfyui-nodes.ts'

export type ComfyGraph = Record<
  string,
  { class_type?: string; inputs: Record<string, unknown>; _meta?: { title?: string } }
>

export interface ComfyFault {
  type: string
  message: string
  details: string
  extra_info: Record<string, unknown>
}

interface NodeErrors {
  errors: ComfyFault[]
  dependent_outputs: string[]
  class_type: string
}

type Validated =
  | { error: ComfyFault; node_errors: Record<string, NodeErrors> }
  | { outputs: string[]; node_errors: Record<string, NodeErrors> }

/**
 * What ComfyUI says of a graph before it queues it (comfyanonymous/ComfyUI execution.py, validate_prompt and
 * validate_inputs): a fault of the whole, or the outputs that it will run beside the faults of those it will not.
 */
export function validatePrompt(
  graph: ComfyGraph,
  nodes: Readonly<Record<string, NodeInfo>>,
  uploads: ReadonlySet<string>,
): Validated {
  const wanted: string[] = []
  for (const [id, { class_type, _meta }] of Object.entries(graph)) {
    const info = nodes[class_type ?? '']
    if (!class_type || !info) return { error: missing(id, class_type, _meta), node_errors: {} }
    if (info.output_node) wanted.push(id)
  }
  if (wanted.length === 0) {
    return { error: fault('prompt_no_outputs', 'Prompt has no outputs'), node_errors: {} }
  }

  const checked = new Map<string, { valid: boolean; errors: ComfyFault[] }>()
  const node_errors: Record<string, NodeErrors> = {}
  const outputs = wanted.filter((output) => {
    if (checkNode(output)) return true
    for (const [id, { errors }] of checked) {
      const class_type = graph[id]?.class_type ?? ''
      if (errors.length === 0) continue
      node_errors[id] ??= { errors, dependent_outputs: [], class_type }
      node_errors[id].dependent_outputs.push(output)
    }
    return false
  })
  if (outputs.length > 0) return { outputs, node_errors }
  const details = wanted
    .flatMap((id) => checked.get(id)?.errors ?? [])
    .map(({ message, details }) => `${message}: ${details}`)
  const type = 'prompt_outputs_failed_validation'
  return {
    error: fault(type, 'Prompt outputs failed validation', details.join('\n')),
    node_errors,
  }

  function checkNode(id: string): boolean {
    const known = checked.get(id)
    if (known) return known.valid
    const { class_type = '', inputs } = graph[id] ?? { inputs: {} }
    const { required = {}, optional = {} } = nodes[class_type]?.input ?? {}
    const state = { valid: true, errors: [] as ComfyFault[] }
    checked.set(id, state)
    for (const [name, input] of Object.entries({ ...required, ...optional })) {
      if (name in inputs) {
        const found = Array.isArray(inputs[name])
          ? checkLink(name, input, inputs[name])
          : checkValue(name, input, inputs, uploads)
        if (found === 'inner') state.valid = false
        else if (found) state.errors.push(found)
      } else if (name in required) {
        const about = { input_name: name }
        state.errors.push(fault('required_input_missing', 'Required input is missing', name, about))
      }
    }
    state.valid &&= state.errors.length === 0
    return state.valid
  }

  function checkLink(name: string, input: NodeInput, link: unknown[]) {
    const about = { input_name: name, input_config: input }
    if (link.length !== 2) {
      const message = 'Bad linked input, must be a length-2 list of [node_id, slot_index]'
      return fault('bad_linked_input', message, name, { ...about, received_value: link })
    }
    const [from, slot] = link as [string, number]
    const given = nodes[graph[from]?.class_type ?? '']?.output[slot]
    if (given === undefined) {
      // Python's own KeyError or IndexError.
      const extra = { exception_type: 'KeyError', traceback: [] }
      const type = 'exception_during_validation'
      return fault(type, 'Exception when validating node', `'${from}'`, extra)
    }
    if (!fits(given, input[0])) {
      const details = `${name}, received_type(${given}) mismatch input_type(${String(input[0])})`
      const extra = { ...about, received_type: given, linked_node: link }
      const message = 'Return type mismatch between linked nodes'
      return fault('return_type_mismatch', message, details, extra)
    }
    return checkNode(from) ? undefined : 'inner'
  }
}

function missing(id: string, class_type: string | undefined, meta: { title?: string } = {}) {
  const details = `Node ID '#${id}'`
  const node_title = meta.title ?? class_type
  if (!class_type) {
    const message = 'Cannot execute because a node is missing the class_type property.'
    return fault('invalid_prompt', message, details)
  }
  const message = `Node '${node_title}' not found. The custom node may not be installed.`
  return fault('missing_node_type', message, details, { node_id: id, class_type, node_title })
}

function fits(given: string, wanted: string | string[]): boolean {
  const type = Array.isArray(wanted) ? 'COMBO' : wanted
  const each = type.split(',')
  return given === '*' || type === '*' || given.split(',').every((one) => each.includes(one))
}

/** Checks a value that no node gives, and makes of it what Python makes of it. */
function checkValue(
  name: string,
  [type, more = {}]: NodeInput,
  inputs: Record<string, unknown>,
  uploads: ReadonlySet<string>,
): ComfyFault | undefined {
  const given = inputs[name]
  const about = { input_name: name, input_config: [type, more], received_value: given }
  const converted = convert(type, given)
  if (converted === undefined) {
    const exception_message = `invalid literal for ${String(type).toLowerCase()}(): '${say(given)}'`
    const message = `Failed to convert an input value to a ${String(type)} value`
    const details = `${name}, ${say(given)}, ${exception_message}`
    return fault('invalid_input_type', message, details, { ...about, exception_message })
  }
  inputs[name] = converted
  if ('image_upload' in more || 'video_upload' in more || 'audio_upload' in more) {
    if (uploads.has(say(given))) return undefined
    const details = `${name} - Invalid image file: ${say(given)}`
    const message = 'Custom validation failed for node'
    return fault('custom_validation_failed', message, details, { input_name: name })
  }
  const { min, max } = more as { min?: number; max?: number }
  if (min !== undefined && (converted as number) < min) {
    const message = `Value ${say(converted)} smaller than min of ${min}`
    return fault('value_smaller_than_min', message, name, about)
  }
  if (max !== undefined && (converted as number) > max) {
    const message = `Value ${say(converted)} bigger than max of ${max}`
    return fault('value_bigger_than_max', message, name, about)
  }
  const options = Array.isArray(type) ? type : type === 'COMBO' ? (more['options'] as string[]) : []
  if ((Array.isArray(type) || type === 'COMBO') && !options.includes(given as string)) {
    const long = options.length > 20
    const listed = long
      ? `(list of length ${options.length})`
      : `[${options.map((one) => `'${one}'`).join(', ')}]`
    const extra = { ...about, input_config: long ? null : about.input_config }
    const details = `${name}: '${say(given)}' not in ${listed}`
    return fault('value_not_in_list', 'Value not in list', details, extra)
  }
  return undefined
}

/** Python's int(), float(), str() and bool(); undefined where they throw. */
function convert(type: string | string[], given: unknown): unknown {
  if (type === 'INT' || type === 'FLOAT') {
    const number = typeof given === 'string' && !given.trim() ? Number.NaN : Number(given)
    if (given === null || Number.isNaN(number)) return undefined
    return type === 'INT' ? Math.trunc(number) : number
  }
  if (type === 'STRING') return say(given)
  if (type === 'BOOLEAN') return Boolean(given)
  return given ?? null
}

function say(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function fault(type: string, message: string, details = '', extra_info = {}): ComfyFault {
  return { type, message, details, extra_info }
}
