import { labelOf } from '@vignette/contract/labels.ts'

/** The part of JSON Schema from which a param's field is drawn. */
interface ParamSchema {
  type?: string | string[]
  title?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  const?: unknown
  anyOf?: ParamSchema[]
  oneOf?: ParamSchema[]
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  maxLength?: number
  properties?: Record<string, ParamSchema>
  required?: string[]
}

type ParamKind = 'choice' | 'number' | 'switch' | 'colour' | 'text' | 'json'

export interface ParamField {
  name: string
  label: string
  hint: string
  kind: ParamKind
  /** The value that the provider takes where the recipe gives none. */
  fallback: unknown
  required: boolean
  choices: readonly (string | number)[]
  min: number | undefined
  max: number | undefined
  step: number | undefined
  maxLength: number | undefined
}

/** A range wider than this is typed; a slider could not hit a value of it. */
const SLIDER_STEPS = 2_000
const COLOUR = '#1a2b3c'

/** The fields of a step's params, as the provider's own schema declares them. */
export function readParams(schema: unknown): ParamField[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ParamSchema
  return Object.entries(properties).map(([name, given]) => {
    const node = withoutNull(given)
    const kind = kindOf(node)
    return {
      name,
      label: given.title ?? labelOf(name),
      hint: given.description ?? '',
      kind,
      fallback: given.default ?? node.default,
      required: required.includes(name),
      choices: (node.enum ?? []).filter(isWord),
      min: node.minimum ?? node.exclusiveMinimum,
      max: node.maximum ?? node.exclusiveMaximum,
      step: kind === 'number' ? (node.multipleOf ?? stepOf(node)) : undefined,
      maxLength: node.maxLength,
    }
  })
}

/** A number has a slider where both ends are near enough. */
export function hasSlider({ kind, min, max, step }: ParamField): boolean {
  return (
    kind === 'number' &&
    min !== undefined &&
    max !== undefined &&
    (max - min) / (step ?? 1) <= SLIDER_STEPS
  )
}

function kindOf(node: ParamSchema): ParamKind {
  if (node.enum && node.enum.length > 0 && node.enum.every(isWord)) return 'choice'
  if (node.type === 'number' || node.type === 'integer') return 'number'
  if (node.type === 'boolean') return 'switch'
  if (node.type !== 'string') return 'json'
  return node.pattern && isColourPattern(node.pattern) ? 'colour' : 'text'
}

function stepOf({ type, minimum = 0, maximum = 1 }: ParamSchema): number {
  if (type === 'integer') return 1
  return maximum - minimum <= 2 ? 0.05 : 0.1
}

/** `null` beside one other type only says that the param may be absent. */
function withoutNull(node: ParamSchema): ParamSchema {
  if (Array.isArray(node.type)) {
    const [type, ...more] = node.type.filter((one) => one !== 'null')
    return type && more.length === 0 ? { ...node, type } : node
  }
  const [only, ...more] = (node.anyOf ?? node.oneOf ?? []).filter((one) => one.type !== 'null')
  return only && more.length === 0 ? { ...node, ...only } : node
}

function isColourPattern(pattern: string): boolean {
  try {
    const fits = new RegExp(pattern)
    return fits.test(COLOUR) && !fits.test('words')
  } catch {
    return false
  }
}

function isWord(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
